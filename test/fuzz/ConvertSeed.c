/* A small library, for the fuzzer of conversions to begin with. */
int Total = 3;
__attribute__((noinline)) int add(int X) { return X + Total; }
int use(int (*F)(int), int N) { return F ? F(N) : add(N) + add(N + 1); }
