/* Counts how many numbers below 1000 are prime. */
#include <stdio.h>

static int is_prime(int n) {
  for (int i = 2; i * i <= n; ++i)
    if (n % i == 0)
      return 0;
  return n > 1;
}

int main(void) {
  int primes = 0;
  for (int n = 0; n < 1000; ++n)
    if (is_prime(n))
      ++primes;
  printf("%d primes\n", primes);
  return 0;
}
