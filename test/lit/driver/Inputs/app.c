#include <stdio.h>
int step(int x) { return x + 1; }
int main(void) {
  int n = 0;
  for (int i = 0; i < 5; ++i)
    n = step(n);
  printf("%d\n", n);
  return 0;
}
