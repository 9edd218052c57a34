// An instruction of several events and both commands, while some are turned on
// and off at random: each event is counted exactly while it is on, by threads
// that run into the site while it changes, too, and not while it is off.
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
// SITES:      [[AT:0x[0-9a-f]+]] 0 inc calls entry a.c:5 work
// SITES-NEXT: [[AT]] 2 inc returns return a.c:5 work
// SITES-NEXT: [[AT]] 3 inc live entry a.c:5 work
// SITES-NEXT: [[AT]] 3 dec live return a.c:5 work
// SITES-NEXT: [[AT]] 5 inc marks mark a.c:5:45 work
// SITES-NEXT: [[AT]] 5 inc marks mark a.c:5:62 work
//
// CHECK: off: 0 0 0 0
// CHECK: all states: exact
// CHECK: calls on: exact, less
// CHECK: returns on: exact, less
// CHECK: marks on: exact, less
// REPORT: calls 1,000
// REPORT: returns 1,010
// REPORT: live 110
// REPORT: marks 2,000
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: work}
  - {event: returns, return: work, counter: 2}
  - {event: live, entry: work, counter: 3}
  - {event: live, return: work, command: dec}
  - {event: marks, mark: here, counter: 5}
defaults: {lowering: instruction}
//--- a.c
#include <pthread.h>
#include <stdio.h>
#include <udpc/udpc.h>
int Sum;
__attribute__((noinline)) void work(void) { UDPC_MARK(here); UDPC_MARK(here); Sum = 3 * Sum + 1; }
enum { NumThreads = 3, NumEvents = 4 };
static const char *const Names[NumEvents] = {"calls", "returns", "live", "marks"};
static const int Each[NumEvents] = {1, 1, 0, 2};
static int Stop;
static long Total; ///< What the threads have called.
static void *run(void *Unused) {
  long Calls = 0;
  for (; !__atomic_load_n(&Stop, __ATOMIC_RELAXED); ++Calls)
    work();
  __atomic_add_fetch(&Total, Calls, __ATOMIC_SEQ_CST);
  return Unused;
}
static long countOf(int Event) {
  return (long)udpc_read(udpc_event_find(Names[Event]));
}
static void set(int State) {
  for (int E = 0; E < NumEvents; ++E)
    State >> E & 1 ? udpc_enable(Names[E]) : udpc_disable(Names[E]);
}
static long Here;
/// Goes through states of the other events while threads run, and calls here.
static void runThreads(int Always) {
  pthread_t Threads[NumThreads];
  set(Always);
  udpc_reset();
  Total = Here = Stop = 0;
  for (int I = 0; I < NumThreads; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (; Here < 200; ++Here) {
    if (Always)
      set(Always | (Here * 7 & 15));
    work();
  }
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  for (int I = 0; I < NumThreads; ++I)
    pthread_join(Threads[I], 0);
  set(Always);
  work();
}
int main(void) {
  runThreads(0);
  printf("off: %ld %ld %ld %ld\n", countOf(0), countOf(1), countOf(2), countOf(3));
  int Wrong = 0;
  for (int State = 0; State < 16; ++State) {
    set(State);
    udpc_reset();
    for (int I = 0; I < 100; ++I)
      work();
    for (int E = 0; E < NumEvents; ++E)
      Wrong += countOf(E) != (State >> E & 1 ? 100 * Each[E] : 0);
  }
  printf("all states: %s\n", Wrong ? "wrong" : "exact");
  for (int E = 0; E < NumEvents; ++E) {
    if (!Each[E])
      continue;
    runThreads(1 << E);
    int Less = 1;
    for (int Other = 0; Other < NumEvents; ++Other)
      if (Other != E && Each[Other])
        Less &= countOf(Other) > 0 && countOf(Other) < (Total + Here) * Each[Other];
    printf("%s on: %s, %s\n", Names[E],
           countOf(E) == (Total + Here + 1) * Each[E] ? "exact" : "wrong",
           Less ? "less" : "wrong");
  }
  set(15);
  udpc_reset();
  for (int I = 0; I < 1000; ++I)
    work();
  // In one thread, and of one command.
  udpc_mask(udpc_event_find("marks"), UDPC_INC);
  udpc_mask_thread(udpc_event_find("calls"), UDPC_INC);
  for (int I = 0; I < 10; ++I)
    work();
  udpc_mask_thread(udpc_event_find("calls"), 0);
  udpc_disable("calls");
  udpc_disable("returns");
  udpc_mask(udpc_event_find("live"), UDPC_DEC);
  for (int I = 0; I < 110; ++I)
    work();
  return 0;
}
