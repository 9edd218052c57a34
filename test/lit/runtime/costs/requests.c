// What Valgrind's client requests do besides toggling: begin from 0, write what
// was counted to a file of its own, stop and start.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %S/Inputs/requests.py check.py
// RUN: check() { \
// RUN:   udpc-clang $o -fno-unroll-loops -fudpc-profile=counts,branches a.c -o counted && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=all:cache_output=all.cache ./counted 2> err.txt && \
// RUN:   %python check.py all.1 kept=10 && \
// RUN:   %python check.py all.2 later=20 again=30 && \
// RUN:   %python check.py all last=5; \
// RUN: }
// RUN: each o "-O1" "-O1 -fPIC" -- check
// RUN: ls | grep all | sort | tr '\n' ' ' | grep -x "all all.1 all.2 all.cache all.cache.1 all.cache.2 "
// RUN: udpc export --format=cachegrind all.cache.1 -o one && %python check.py one kept=10
// With %m, processes add up in each.
// RUN: run() { env UDPC_OPTIONS=cachegrind_output=:cache_output=both.%%m ./counted 2> err.txt; }
// RUN: each i 1 2 -- run
// RUN: udpc export --format=cachegrind both.*.2 -o two && %python check.py two later=40 again=60
// RUN: udpc export --format=cachegrind $(ls both.* | grep -v '[.][12]$') -o whole && %python check.py whole last=10
// Neither these nor the calls of what does it are calls of the program.
// RUN: udpc-clang -O1 -fudpc-profile=counts,calls a.c -o called
// RUN: env UDPC_OPTIONS=cachegrind_output=:cache_output=called.cache:summary=0 ./called
// RUN: udpc export --format=callgrind called.cache.2 -o called.out
// RUN: %python %S/../calls/Inputs/graph.py called.out main | FileCheck %s --check-prefix=CALLS --match-full-lines
//      CALLS: main -> again: 1
// CALLS-NEXT: main -> later: 1
// CALLS-NOT:  {{.}}
// A child has parts of its own.
// RUN: env FORK=1 UDPC_OPTIONS=cachegrind_output=p%%p:cache_output= ./counted 2> err.txt && ls p*.1 | count 2
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
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
WORK(last)

int main(void) {
  volatile long Sum = 0;
  if (getenv("FORK") && fork()) {
    CALLGRIND_DUMP_STATS;
    return wait(0) < 0;
  }
  CACHEGRIND(1);
  stopped(&Sum, 10);
  CACHEGRIND(1); // Stopped it is already.
  CACHEGRIND(0);
  before(&Sum, 10);
  CALLGRIND_ZERO_STATS;
  kept(&Sum, 10);
  CALLGRIND_DUMP_STATS;
  later(&Sum, 20);
  CALLGRIND_STOP_INSTRUMENTATION;
  uninstrumented(&Sum, 10);
  CALLGRIND_START_INSTRUMENTATION;
  again(&Sum, 30);
  CALLGRIND_DUMP_STATS_AT("other");
  last(&Sum, 5);
  return 0;
}
