// A stackful coroutine of a library continues in another thread, after the one
// where it began has ended: it may count where that thread did, whose memory
// must be there. What it does afterwards may count for any thread; the sums, and
// the counts of other threads, are exact.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -c main.c -o main.o
// RUN: caches=I1=32768,8,64:D1=32768,8,64:LL=1048576,16,64
// RUN: check() { \
// RUN:   udpc-clang -O2 -fPIC -shared $how lib.c -o lib.so && \
// RUN:   udpc-clang -O2 $how main.o ./lib.so -o main -pthread && \
// RUN:   env UDPC_OPTIONS=summary=0:output=a.prof:cache_output=a.cache:cachegrind_output=:$caches ./main; \
// RUN: }
// RUN: each how "-fudpc-spec=spec.yaml" -fudpc-profile=counts -fudpc-profile=cache \
// RUN:   "-fudpc-spec=spec.yaml -fudpc-profile=cache" -- check
// RUN: udpc report --sites a.prof | FileCheck %s
// CHECK-DAG: own 1,000 100.0% inc entry
// CHECK-DAG: moved 10,000 100.0% inc line
//
//--- spec.yaml
version: 1
events:
  - {event: own, entry: own}
  - {event: moved, line: "lib.c:10"}
//--- lib.c
// The counters of the loop find the slots once, before the first switch.
void leave(void);

__attribute__((noinline)) long own(long N) { return N * 3 + 1; }

long moving(long N, volatile long *At) {
  long Sum = 0;
  leave();
  for (long I = 0; I != N; ++I) {
    Sum += *At * I;
    if (I % 1000 == 500)
      leave();
  }
  return Sum;
}
//--- main.c
#include <pthread.h>
#include <stdio.h>
#include <ucontext.h>

long own(long);
long moving(long, volatile long *);

static ucontext_t Thread, Coroutine;
static char Stack[1 << 16];
static volatile long One = 1;
static long Result;
static int HasEnded;

void leave(void) { swapcontext(&Coroutine, &Thread); }

static void run(void) {
  Result = moving(10000, &One);
  HasEnded = 1;
}

static void *enter(void *Unused) {
  swapcontext(&Thread, &Coroutine);
  return Unused;
}

static void *count(void *Unused) {
  for (int I = 0; I != 100; ++I)
    One = own(I) ? 1 : 0;
  return Unused;
}

int main(void) {
  getcontext(&Coroutine);
  Coroutine.uc_stack.ss_sp = Stack;
  Coroutine.uc_stack.ss_size = sizeof(Stack);
  Coroutine.uc_link = &Thread;
  makecontext(&Coroutine, run, 0);
  pthread_t T;
  for (int Threads = 0; !HasEnded; ++Threads) {
    pthread_create(&T, 0, enter, 0);
    pthread_join(T, 0);
    if (Threads < 10) {
      pthread_create(&T, 0, count, 0);
      pthread_join(T, 0);
    }
  }
  return Result != 10000L * 9999 / 2;
}
