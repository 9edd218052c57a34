// What Valgrind's client requests do besides toggling: begin from 0, write the
// profile, stop and start.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %S/Inputs/requests.py check.py
// RUN: for o in "-O1" "-O1 -fPIC"; do \
// RUN:   udpc-clang $o -fno-unroll-loops -fudpc-profile=counts,branches a.c -o counted && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=all:cache_output= ./counted 2> err.txt && \
// RUN:   %python check.py dumped kept=10 && %python check.py all kept=10 later=20 again=30 || exit 1; done
#include <stdlib.h>
#include <valgrind/callgrind.h>
// Valgrind has it since 3.22.
#define CACHEGRIND(n)                                                          \
  VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ_TOOL_BASE('C', 'G') + n, 0, 0, 0, 0, 0)

// Each has one conditional branch for each iteration.
#define WORK(NAME)                                                             \
  __attribute__((noinline)) static void NAME(volatile long *Sum, long N) {     \
    do                                                                         \
      *Sum += N;                                                               \
    while (--N);                                                               \
  }
WORK(stopped)
WORK(uninstrumented)
WORK(before)
WORK(kept)
WORK(later)
WORK(again)

int main(void) {
  volatile long Sum = 0;
  CACHEGRIND(1);
  stopped(&Sum, 10);
  CACHEGRIND(1); // Stopped it is already.
  CACHEGRIND(0);
  before(&Sum, 10);
  CALLGRIND_ZERO_STATS;
  kept(&Sum, 10);
  CALLGRIND_DUMP_STATS;
  if (system("cp all dumped"))
    return 1;
  later(&Sum, 20);
  CALLGRIND_STOP_INSTRUMENTATION;
  uninstrumented(&Sum, 10);
  CALLGRIND_START_INSTRUMENTATION;
  again(&Sum, 30);
  // To the same file, which the end of the program writes again.
  CALLGRIND_DUMP_STATS_AT("other");
  return 0;
}
