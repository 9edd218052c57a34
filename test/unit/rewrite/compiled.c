#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static int leaf(int x) { return x; }
__attribute__((noinline)) static void nothing(void) { __asm__ volatile(""); }
__attribute__((noinline)) static int sw(int x) {
  switch (x) {
  case 0:
    return 5;
  case 1:
    return x * 7;
  case 2:
    printf("two\n");
    return 2;
  case 3:
    x += leaf(x);
  case 4:
    x *= 3;
    return x;
  case 5:
    return -1;
  case 6:
    x = leaf(x) + 1;
    break;
  case 7:
    return 99;
  default:
    return 0;
  }
  return x;
}
__attribute__((noinline)) static int loop(int n, const char *s) {
  int k = 0;
  do {
    k += s[n % 5];
  } while (n--);
  return k;
}
__attribute__((noinline)) static unsigned fib(unsigned n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
__attribute__((noinline)) static int tail(int n) {
  if (n > 3)
    return leaf(n);
  nothing();
  return sw(n);
}
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }
__attribute__((noinline)) int indirect(int (*f)(int), int x) { return f(x); }
int (*volatile fp)(int) = leaf;
__attribute__((noinline)) int cg(int n) {
  static void *t[] = {&&a, &&b, &&c};
  int k = 0;
  goto *t[n % 3];
a:
  k++;
b:
  k += 2;
  if (n-- > 0)
    goto *t[n % 3];
c:
  return k;
}
double fl(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x / (i + 1);
  return s;
}
int test_main(void) {
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = (i * 37) % 61;
  qsort(a, 24, sizeof(int), cmp);
  int r = 0;
  for (int i = 0; i < 10; i++) {
    r += sw(i) + tail(i) + cg(i);
    nothing();
  }
  r += fib(7) + loop(50, "abcdef") + indirect(fp, 4) + indirect(tail, 6);
  printf("%d %d %f\n", r, a[5], fl(2.5, 20));
  return r & 31;
}
