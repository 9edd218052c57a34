int f(int x, int *p);

static int Bad;
void bad(int x) { Bad += x; }

int main(void) {
  int P[4] = {1, 2, 3, 4};
  for (int I = 0; I != 10; ++I)
    f(I, P);
  return Bad == 0;
}
