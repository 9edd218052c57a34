/* The example of docs/profile-caches.md: a matrix, summed by rows and by columns. */
#include <stdio.h>

enum { N = 1000 };
static int m[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = i ^ j;
}

static long rows(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += m[i][j];
  return sum;
}

static long columns(void) {
  long sum = 0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      sum += m[i][j];
  return sum;
}

int main(void) {
  fill();
  printf("%ld %ld\n", rows(), columns());
}
