// An instruction of two events while one of them is turned on and off: the other
// is counted exactly, by threads that run into the site while it changes, too.
// Nothing is counted of an event that is off.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O2 -pthread $flags -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a.out && \
// RUN:   udpc sites a.out | FileCheck %s --check-prefix=SITES && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out | FileCheck %s && \
// RUN:   udpc report a.prof | FileCheck %s --check-prefix=REPORT; \
// RUN: }
// RUN: each flags "-fPIE -pie" "-fPIC" "-fPIC -mllvm -udpc-no-thread-locals" "-flto=thin -fuse-ld=lld" -- check
//
// SITES: [[AT:0x[0-9a-f]+]] 0 inc calls entry a.c:5 work
// SITES: [[AT]] 1 inc returns return a.c:5 work
//
// CHECK:      off: 0 0
// CHECK-NEXT: calls on: exact, less
// CHECK-NEXT: returns on: exact, less
// REPORT: calls 1,000
// REPORT: returns 1,110
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: work}
  - {event: returns, return: work}
defaults: {lowering: instruction}
//--- a.c
#include <pthread.h>
#include <stdio.h>
#include <udpc/udpc.h>
int Sum;
__attribute__((noinline)) void work(void) { Sum = 3 * Sum + 1; }
enum { NumThreads = 3 };
static int Stop;
static long Total; ///< What the threads have called.
static void *run(void *Unused) {
  long Calls = 0;
  for (; !__atomic_load_n(&Stop, __ATOMIC_RELAXED); ++Calls)
    work();
  __atomic_add_fetch(&Total, Calls, __ATOMIC_SEQ_CST);
  return Unused;
}
static long countOf(const char *Event) {
  return (long)udpc_read(udpc_event_find(Event));
}
static long Here;
/// Turns an event on and off while threads run, and calls here while it is on.
static void runThreads(const char *Toggled) {
  pthread_t Threads[NumThreads];
  udpc_reset();
  Total = Here = Stop = 0;
  for (int I = 0; I < NumThreads; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (; Here < 200; ++Here) {
    udpc_enable(Toggled);
    work();
    udpc_disable(Toggled);
  }
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  for (int I = 0; I < NumThreads; ++I)
    pthread_join(Threads[I], 0);
  work(); // It is off.
}
static void check(const char *On, const char *Toggled) {
  udpc_enable(On);
  runThreads(Toggled);
  printf("%s on: %s, %s\n", On,
         countOf(On) == Total + Here + 1 ? "exact" : "wrong",
         countOf(Toggled) >= Here && countOf(Toggled) < countOf(On) ? "less"
                                                                    : "wrong");
  udpc_disable(On);
}
int main(void) {
  runThreads("none");
  printf("off: %ld %ld\n", countOf("calls"), countOf("returns"));
  check("calls", "returns");
  check("returns", "calls");
  udpc_enable("*");
  udpc_reset();
  int Calls = udpc_event_find("calls");
  for (int I = 0; I < 1000; ++I)
    work();
  udpc_mask_thread(Calls, UDPC_INC);
  for (int I = 0; I < 10; ++I)
    work();
  udpc_mask_thread(Calls, 0);
  udpc_mask(Calls, UDPC_INC);
  for (int I = 0; I < 100; ++I)
    work();
  return 0;
}
