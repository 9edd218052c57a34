// Signal handlers that are profiled themselves may interrupt the simulation, and
// even jump out of it: nothing hangs, and the thread keeps counting, after a
// thousand calls at the latest. What they access meanwhile is left out.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -O1 -I%udpc_src/include -I%S/Inputs -I%S/../costs/Inputs %s \
// RUN:   -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=33554432,16,64:cache_output=a.cache timeout 60 ./a > out 2> err
// RUN: FileCheck %s < out
// RUN: %python %S/../costs/Inputs/costs.py a.cache > misses && FileCheck %s --check-prefix=MISSES < misses
// RUN: awk '/operation 0.2/ && $3 < 3096 { exit 1 }' misses
//
// More than 2000 if one comes between the last comparison and the next statement.
// CHECK: {{2[0-9][0-9][0-9]}} signals, {{2[0-9][0-9][0-9]}} jumps
// The last walk is over lines that nothing else has seen.
//      MISSES: thread 0:
// MISSES-NEXT:   operation 0.0: {{[1-9][0-9]+}}
// MISSES-NEXT:   operation 0.1: {{[1-9][0-9]*}}
// MISSES-NEXT:   operation 0.2: {{[34]...}} {{[34]...}}
//      MISSES: thread 1:
// MISSES-NEXT:   operation 0.2: 4096 4096
//  MISSES-NOT: {{.}}

#include "tell.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <thread>

alignas(4096) static char Array[1 << 22], New[2][1 << 18], OfHandler[1 << 18];
static volatile int NumSignals, NumJumps;
static volatile bool Jumps;
static sigjmp_buf Place;

static void handle(int) {
  static unsigned At;
  for (int I = 0; I != 20; ++I)
    tell(1, OfHandler + ++At * 64 % sizeof(OfHandler), 8);
  if (Jumps) {
    NumJumps = NumJumps + 1;
    siglongjmp(Place, 1);
  }
  NumSignals = NumSignals + 1;
}

static void accessUntil(volatile int &Count, int End) {
  static uint64_t X = 1;
  while (Count < End) {
    X = X * 6364136223846793005 + 1442695040888963407;
    tell(0, Array + (X >> 33) % sizeof(Array) / 8 * 8, 8);
  }
}

static void walk(const char *Begin) {
  ++TheSlots[0];
  for (size_t I = 0; I != sizeof(New[0]); I += 64)
    tell(2, Begin + I, 8);
}

int main() {
  startTelling({{"main", 0}, {"handler", 0}, {"walk", 0}});
  signal(SIGALRM, handle);
  itimerval Often = {{0, 500}, {0, 500}}, Never = {};
  setitimer(ITIMER_REAL, &Often, nullptr);
  accessUntil(NumSignals, 2000);
  // A signal may come at any time: also before the next statement.
  if (!sigsetjmp(Place, 1))
    Jumps = true;
  accessUntil(NumJumps, 2000);
  setitimer(ITIMER_REAL, &Never, nullptr);
  printf("%d signals, %d jumps\n", (int)NumSignals, (int)NumJumps);
  walk(New[0]);
  std::thread(walk, New[1]).join();
}
