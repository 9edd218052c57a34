// One hot event: a loop of calls to a tiny function, in 1 or 2 threads.
// usage: hot <threads> <calls>; prints nanoseconds per call.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int tiny(int X);

static long Calls;

static void *work(void *Arg) {
  int Sum = 0;
  for (long I = 0; I < Calls; ++I)
    Sum = tiny(Sum);
  return (void *)(long)Sum;
}

int main(int argc, char **argv) {
  int Threads = atoi(argv[1]);
  Calls = atol(argv[2]);
  struct timespec A, B;
  clock_gettime(CLOCK_MONOTONIC, &A);
  pthread_t T[8];
  for (int I = 1; I < Threads; ++I)
    pthread_create(&T[I], 0, work, 0);
  work(0);
  for (int I = 1; I < Threads; ++I)
    pthread_join(T[I], 0);
  clock_gettime(CLOCK_MONOTONIC, &B);
  printf("%.4f\n", ((B.tv_sec - A.tv_sec) * 1e9 + (B.tv_nsec - A.tv_nsec)) / Calls);
}
