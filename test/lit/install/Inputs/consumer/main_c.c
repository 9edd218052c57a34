int part(int);
int main(void) { return part(3) - 4; }
