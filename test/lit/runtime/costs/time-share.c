// time_share=1: how much of the CPU time is in libraries without a profile is
// what the program measures by the clock, in threads and children, too.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: udpc-clang -O1 -fudpc-profile=counts a.c -pthread -o a
// RUN: env UDPC_OPTIONS=time_share=1:cachegrind_output=:cache_output=%%p.cache ./a 60 300 > measured 2> summary
// RUN: env UDPC_OPTIONS=time_share=1:cachegrind_output=:cache_output= ./a 5 300 > measured5 2> summary5
// RUN: %python %S/Inputs/time_share.py measured summary && %python %S/Inputs/time_share.py measured5 summary5
// The profiles have it, and sums of them. The two processes of the first run:
// RUN: udpc merge *.cache -o all.cache && udpc annotate --files all.cache > all.txt
// RUN: udpc annotate --html=all.html all.cache && udpc baseline all.cache -o a.baseline
// RUN: udpc check --baseline=a.baseline all.cache > check.txt
// RUN: udpc check --baseline=a.baseline --format=junit --per=program all.cache > check.xml
// RUN: udpc check --baseline=a.baseline --format=github all.cache > check.github
// RUN: grep "^::notice title=Time::" check.github
// RUN: udpc check --baseline=a.baseline --format=json all.cache > check.json
// RUN: %python %S/Inputs/time_share.py sum summary all.txt all.html check.txt check.xml check.github check.json
// RUN: env UDPC_OPTIONS=cachegrind_output=:cache_output= ./a 1 10 2>&1 | not grep Time:
// RUN: env UDPC_OPTIONS=time_share=1:auto=2%:cachegrind_output=:cache_output= ./a 1 10 2>&1 \
// RUN:   | grep "time_share: not together with auto"
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long X;

// Milliseconds of CPU time.
static double now(void) {
  struct timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return T.tv_sec * 1e3 + T.tv_nsec / 1e6;
}
static void own(double Milliseconds) {
  for (double End = now() + Milliseconds; now() < End;)
    for (int I = 0; I != 100000; ++I)
      X = X * 3 + I;
}
static void library(double Milliseconds) {
  char Text[64];
  for (double End = now() + Milliseconds; now() < End;)
    for (int I = 0; I != 300; ++I)
      snprintf(Text, sizeof(Text), "%f", I * 0.37);
}
static double Share, Milliseconds;
// In two phases: a rhythm might be that of the samples.
static void *work(void *Unused) {
  own(Milliseconds * (1 - Share));
  library(Milliseconds * Share);
  return Unused;
}
int main(int Count, char **Arguments) {
  Share = atof(Arguments[1]) / 100;
  Milliseconds = atof(Arguments[Count - 1]);
  pthread_t T;
  pthread_create(&T, 0, work, 0);
  work(0);
  pthread_join(T, 0);
  printf("%g\n", 100 * Share);
  fflush(stdout);
  pid_t Child = fork();
  if (!Child)
    work(0);
  else
    waitpid(Child, 0, 0);
  return 0;
}
