// Under gdb, events are turned on and off while threads run over their sites.
// gdb sets the program back to each trap before it passes the signal on.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=instruction -I%udpc_src/include a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof:enable=always gdb -q -nx -batch \
// RUN:   -ex 'set disable-randomization off' -ex 'set debuginfod enabled off' \
// RUN:   -ex 'tbreak main' -ex run -ex 'handle SIGTRAP nostop noprint pass' -ex 'signal 0' ./a < /dev/null > out 2>&1
// RUN: FileCheck %s < out
// CHECK: counted all, and the rest in part
// CHECK: exited normally
//--- s.yaml
version: 1
events:
  - event: always
    entry: "always"
  - event: sometimes
    entry: "sometimes"
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <udpc/udpc.h>
static volatile int Stop, Sink;
__attribute__((noinline)) void always(void) { Sink = 1; }
__attribute__((noinline)) void sometimes(void) { Sink = 2; }
static void *run(void *P) {
  long N = 0;
  for (; !Stop; ++N) {
    always();
    sometimes();
  }
  *(long *)P = N;
  return P;
}
enum { NumThreads = 16 };
int main(void) {
  long Counted[NumThreads] = {0}, Sum = 0;
  pthread_t T[NumThreads];
  for (int I = 0; I != NumThreads; ++I)
    pthread_create(&T[I], 0, run, &Counted[I]);
  int Event = udpc_event_find("sometimes");
  // On a busy machine two seconds may pass before a thread comes to a site that is on.
  for (time_t Start = time(0), Now = Start;
       Now < Start + 2 || (Now < Start + 60 && !udpc_read(Event)); Now = time(0)) {
    udpc_enable("sometimes");
    udpc_disable("sometimes");
  }
  Stop = 1;
  for (int I = 0; I != NumThreads; ++I) {
    pthread_join(T[I], 0);
    Sum += Counted[I];
  }
  long Part = udpc_read(Event);
  if (udpc_read(udpc_event_find("always")) == Sum && Part > 0 && Part < Sum)
    puts("counted all, and the rest in part");
  return 0;
}
