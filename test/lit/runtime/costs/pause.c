// Programs stop and start costs: by udpc.h, and by Valgrind's client requests,
// which the plugin recognises. Oracle: Callgrind, told by the same requests.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %S/Inputs/same_pause.py check.py
// RUN: check() { \
// RUN:   clang $o -gdwarf-4 -DVALGRIND a.c -pthread -o plain && \
// RUN:   valgrind --tool=callgrind --collect-atstart=no --cache-sim=yes \
// RUN:     --callgrind-out-file=theirs ./plain 2> theirs.txt && \
// RUN:   udpc-clang $o -gdwarf-4 -fudpc-profile=counts -DVALGRIND a.c -pthread -o counted && \
// RUN:   env UDPC_OPTIONS=costs_at_start=0:cachegrind_output=ours:cache_output= ./counted 2> ours.txt && \
// RUN:   udpc-clang $o -gdwarf-4 -fudpc-profile=counts a.c -pthread -o own && \
// RUN:   env UDPC_OPTIONS=costs_at_start=0:cachegrind_output=own.out:cache_output= ./own 2> own.txt && \
// RUN:   %python check.py; \
// RUN: }
// RUN: each o "-O0" "-O2 -fPIC" -- check
//
// Misses while costs are stopped do not count.
// RUN: udpc-clang -O1 -fudpc-profile=cache,branches a.c -pthread -o cache
// RUN: env UDPC_OPTIONS=costs_at_start=0:cachegrind_output=c.out:cache_output= ./cache 2> c.txt
// RUN: grep -q "^fn=work" c.out && not grep "^fn=idle" c.out
//
// Under Valgrind the program is still Valgrind's.
// RUN: valgrind --tool=callgrind --callgrind-out-file=/dev/null ./counted > again.txt 2>&1 && grep Collected again.txt
//
// Without the runtime the requests do nothing.
// RUN: udpc-clang -O1 -fudpc-profile=counts -DVALGRIND -c a.c -o a.o && clang a.o -pthread -o none && ./none
#include <pthread.h>
#include <stdint.h>
#ifdef VALGRIND
#include <valgrind/callgrind.h>
#define START CALLGRIND_TOGGLE_COLLECT
#define STOP CALLGRIND_TOGGLE_COLLECT
#else
#include <udpc/udpc.h>
#define START udpc_costs_start()
#define STOP udpc_costs_stop()
#endif
static volatile uint64_t Data[4096];
__attribute__((noinline)) static uint64_t work(uint64_t N) {
  uint64_t Sum = 0;
  for (uint64_t I = 0; I != N; ++I)
    Sum += Data[I * 7 % 4096] % 3 ? I : 1;
  return Sum;
}
__attribute__((noinline)) static uint64_t idle(uint64_t N) {
  uint64_t Sum = 0;
  for (uint64_t I = 0; I != N; ++I)
    Sum += Data[I * 9 % 4096] + I;
  return Sum;
}
static void *run(void *Unused) {
  idle(20000);
  return Unused;
}
int main(void) {
  volatile uint64_t Sum = idle(1000);
  for (int I = 0; I != 10; ++I) {
    START;
    Sum += work(100 + I);
    STOP;
    Sum += idle(500);
  }
  // Threads that begin, and end, while costs are stopped.
  pthread_t Thread;
  pthread_create(&Thread, 0, run, 0);
  pthread_join(Thread, 0);
  START;
  Sum += work(5);
  STOP;
  return 0;
}
