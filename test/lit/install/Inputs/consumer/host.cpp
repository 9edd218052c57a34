namespace lib {
int twice(int);
}
int main() { return lib::twice(lib::twice(1)) != 4; }
