namespace lib {
int twice(int x) { return 2 * x; }
} // namespace lib
