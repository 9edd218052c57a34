#include <stdio.h>
long sum(const long *p, long n);
int main(void) {
  static long a[1000];
  for (int i = 0; i < 1000; ++i)
    a[i] = i;
  printf("%ld\n", sum(a, 1000));
}
