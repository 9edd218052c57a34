// A sanitizer's report ends the program in its own way; the counts are there.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -fsanitize=address -fudpc-spec=spec.yaml a.c -o a
// RUN: not env UDPC_OPTIONS=output=a.prof ./a heap 2>&1 | FileCheck %s --check-prefix=HEAP
// RUN: %counts a.prof | FileCheck %s
// RUN: rm a.prof; not env UDPC_OPTIONS=output=a.prof ./a null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %counts a.prof | FileCheck %s
// RUN: rm a.prof; env UDPC_OPTIONS=output=a.prof ./a term; test $? = 143 && %counts a.prof | FileCheck %s
// RUN: rm a.prof; not env UDPC_OPTIONS=output=a.prof ./a leak 2>&1 | FileCheck %s --check-prefix=LEAK
// RUN: %counts a.prof | FileCheck %s
// RUN: udpc-clang -O1 -fsanitize=thread -fudpc-spec=spec.yaml a.c -o t -pthread
// RUN: rm a.prof; not env UDPC_OPTIONS=output=a.prof ./t race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %counts a.prof | FileCheck %s
// RUN: rm a.prof; env UDPC_OPTIONS=output=a.prof ./t term; test $? = 143 && %counts a.prof | FileCheck %s
// RUN: rm a.prof; env UDPC_OPTIONS=output=a.prof ./t reraise; test $? = 143 && %counts a.prof | FileCheck %s
// RUN: udpc-clang -O1 -fsanitize=undefined -fno-sanitize-recover=all -fudpc-spec=spec.yaml a.c -o u
// RUN: rm a.prof; not env UDPC_OPTIONS=output=a.prof ./u overflow 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: %counts a.prof | FileCheck %s
// The runtime calls its own memcpy() and the like, which no sanitizer intercepts.
// RUN: llvm-nm -u %udpc_lib/libudpc_rt.a > undefined
// RUN: grep -qw sigismember undefined
// RUN: not grep -wE 'mem(cpy|move|set|cmp)' undefined
// HEAP: AddressSanitizer: heap-use-after-free
// NULL: AddressSanitizer: SEGV
// LEAK: LeakSanitizer: detected memory leaks
// RACE: ThreadSanitizer: data race
// UNDEFINED: signed integer overflow
// CHECK: work 2 0:2
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- a.c
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
static volatile int Raced;
static void *race(void *Arg) {
  Raced = 1;
  return 0;
}
static void raiseAgain(int S) {
  signal(S, SIG_DFL);
  raise(S);
}
static void *volatile Leak;
int main(int argc, char **argv) {
  work();
  work();
  if (!strcmp(argv[1], "heap")) {
    char *volatile P = malloc(8);
    free(P);
    return P[1];
  }
  if (!strcmp(argv[1], "null")) {
    int *volatile P = 0;
    return *P;
  }
  if (!strcmp(argv[1], "leak")) {
    Leak = malloc(100);
    Leak = 0;
  }
  if (!strcmp(argv[1], "term"))
    raise(SIGTERM);
  if (!strcmp(argv[1], "reraise")) {
    signal(SIGTERM, raiseAgain);
    raise(SIGTERM);
  }
  if (!strcmp(argv[1], "race")) {
    pthread_t T;
    pthread_create(&T, 0, race, 0);
    Raced = 2;
    pthread_join(T, 0);
  }
  if (!strcmp(argv[1], "overflow")) {
    volatile int I = INT_MAX;
    I = I + 1;
  }
  return 0;
}
