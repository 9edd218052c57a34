// Client requests of the newest Valgrind: its Cachegrind starts and stops by
// macros that Debian 12's headers lack. Oracle: that Cachegrind, and its
// Callgrind for toggles and what it dumps, on the plain build.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %S/Inputs/newest_requests.py check.py
// RUN: %udpc_src/scripts/fetch-valgrind.sh > folder
// RUN: measure() { \
// RUN:   clang -O2 -gdwarf-4 -fdebug-info-for-profiling -isystem $(cat folder)/usr/include -D$d a.c -o $d.plain && \
// RUN:   udpc-clang -O2 -gdwarf-4 -isystem $(cat folder)/usr/include -D$d -fudpc-profile=counts a.c -o $d.counted && \
// RUN:   env UDPC_OPTIONS=costs_at_start=0:cachegrind_output=$d.ours:cache_output= ./$d.counted 2> $d.err; \
// RUN: }
// RUN: each d CACHEGRIND CALLGRIND -- measure
// RUN: export VALGRIND_LIB=$(cat folder)/usr/libexec/valgrind
// RUN: $(cat folder)/usr/bin/valgrind --tool=cachegrind --cache-sim=yes --instr-at-start=no \
// RUN:   --cachegrind-out-file=CACHEGRIND.theirs ./CACHEGRIND.plain 2> log
// RUN: grep "Using Valgrind-3.2[4-9]" log
// RUN: $(cat folder)/usr/bin/valgrind --tool=callgrind --cache-sim=yes --collect-atstart=no --compress-strings=no \
// RUN:   --compress-pos=no --callgrind-out-file=CALLGRIND.theirs ./CALLGRIND.plain 2> log
// RUN: %python check.py CACHEGRIND.theirs CACHEGRIND.ours && %python check.py CALLGRIND.theirs.1 CALLGRIND.ours.1
#include <stdlib.h>
#ifdef CACHEGRIND
#include <valgrind/cachegrind.h>
#define START CACHEGRIND_START_INSTRUMENTATION
#define STOP CACHEGRIND_STOP_INSTRUMENTATION
#else
#include <valgrind/callgrind.h>
#define START CALLGRIND_TOGGLE_COLLECT
#define STOP CALLGRIND_TOGGLE_COLLECT
#endif
static volatile long Data[4096];
__attribute__((noinline)) static long leaf(long N) {
  return Data[N * 7 % 4096] % 3 ? N : 1;
}
__attribute__((noinline)) static long work(long N) {
  long Sum = 0;
  for (long I = 0; I != N; ++I)
    Sum += I % 5 ? leaf(I) : (Data[I] = Sum);
  return Sum;
}
__attribute__((noinline)) static long idle(long N) {
  long Sum = 0;
  for (long I = 0; I != N; ++I)
    Sum += Data[I * 9 % 4096] + I;
  return Sum;
}
static int compare(const void *A, const void *B) {
  return *(const long *)A < *(const long *)B ? -1 : 1;
}
int main(void) {
  volatile long Sum = idle(1000);
  long Sorted[50];
  for (int I = 0; I != 10; ++I) {
    for (int J = 0; J != 50; ++J)
      Sorted[J] = J * 31 % 50;
    START;
    Sum += work(100 + I);
    // Called back by code without a profile.
    qsort(Sorted, 50, sizeof(long), compare);
    STOP;
    Sum += idle(500) + Sorted[I];
  }
#ifdef CALLGRIND
  CALLGRIND_DUMP_STATS_AT("all");
#endif
}
