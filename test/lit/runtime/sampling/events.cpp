// One program is sampled by a control file, without a change of its source, and
// by functions: a sample at each N-th occurrence in each thread, with what all
// events have counted since the last one.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIE -pie -fudpc-spec=spec.yaml a.c %udpc_lib/udpc/udpc_sampling.o -pthread -o a
// RUN: env UDPC_OPTIONS=output=o.prof ./a && not ls udpc.samples.json
//
// A sample after maxevent + 1 occurrences, the first after the warm-up.
// RUN: cp control.txt samplectrl.txt
// RUN: env UDPC_OPTIONS=output=o.prof ./a
// RUN: %python show.py log.json | FileCheck %s --check-prefix=FILE
// FILE: times 1 calls 10 even 5
// FILE-NEXT: times 2 calls 10 even 5
// FILE-NEXT: times 3 calls 10 even 5
// FILE-NOT: times
// RUN: rm samplectrl.txt
// RUN: env UDPC_SAMPLING=all.txt UDPC_OPTIONS=output=o.prof ./a
// RUN: %python show.py udpc.samples.json | sort | uniq -c | FileCheck %s --check-prefix=ALL
// ALL-COUNT-30: {{^ *1 times [0-9]+ calls 10 even [45] }}
//
// The same from the source, with threads, and where the program is.
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml api.c %udpc_lib/udpc/udpc_sampling.o -pthread -o api
// RUN: env UDPC_OPTIONS=output=o.prof ./api | FileCheck %s --check-prefix=API
// API: handled 400 calls 40000 last 400 inside 1
// API: stopped 0
//
// What cannot be: one line that says why, and the program runs.
// RUN: each f bad.txt none.txt plain.txt registers.txt nolog.txt \
// RUN:   -- env UDPC_SAMPLING={f} UDPC_OPTIONS=output=o.prof ./a 2>>warnings
// RUN: cat warnings | FileCheck %s --check-prefix=BAD
// BAD: {{^}}udpc: warning: not sampled: bad.txt:2: maxevent: expected a number below 2^64{{$}}
// BAD-NEXT: {{^}}udpc: warning: not sampled: cannot read none.txt{{$}}
// BAD-NEXT: {{^}}udpc: warning: not sampled: event 'plain' needs `every` in the spec{{$}}
// BAD-NEXT: {{^}}udpc: warning: not sampled: the program has no event '0'; name one of its spec that has `every`{{$}}
// BAD-NEXT: {{^}}udpc: warning: not sampled: cannot write /nonexistent/log{{$}}
// BAD-NOT: {{.}}
// RUN: clang -O2 a.c %udpc_lib/udpc/udpc_sampling.o -pthread -o without
// RUN: env UDPC_SAMPLING=all.txt ./without 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: {{^}}udpc: warning: not sampled: there are no counter registers here, and the program counts no events (udpc-clang -fudpc-spec=){{$}}
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: work, every: 1000000}
  - {event: even, line: "*:6"}
  - {event: plain, entry: main}
//--- a.c
volatile int Sink;
__attribute__((noinline)) void work(int I) {
  Sink = I;
  // The sixth line.
  if (I % 2 == 0)
    Sink = 0;
}
int main(void) {
  for (int I = 1; I <= 305; ++I)
    work(I);
  return 0;
}
//--- control.txt
eventsel: calls
maxevent: 9
warmupinst: 25
maxperiod: 3
logname: log.json
//--- all.txt
eventsel: calls
maxevent: 9
//--- bad.txt
eventsel: calls
maxevent: many
//--- plain.txt
eventsel: plain
maxevent: 9
//--- registers.txt
maxevent: 1000
//--- nolog.txt
eventsel: calls
maxevent: 9
logname: /nonexistent/log
//--- show.py
import json, sys
for line in open(sys.argv[1]):
    row = json.loads(line)
    if row["type"] == "max_inst":
        print(f"\ntimes {row['times']}", end="")
        number = 0
    else:
        assert row["type"] == f"event {number:2}", row
        number += 1
        if row["name"] != "plain":
            print(f" {row['name']} {row['value']}", end="")
print()
//--- api.c
#include <pthread.h>
#include <stdio.h>
#include <udpc/sampling.h>
#include <udpc/udpc.h>
volatile int Sink;
__attribute__((noinline)) void work(int I) { Sink = I; }
__attribute__((noinline)) void after(void) { Sink = 1; }
static uint64_t Handled, Calls, Last, Inside = 1;
static void handle(const struct udpc_sample *S, void *Argument) {
  __atomic_fetch_add(&Handled, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Calls, (uint64_t)S->counters[*(int *)Argument],
                     __ATOMIC_RELAXED);
  if (S->number > Last)
    Last = S->number;
  if (S->pc < (uintptr_t)work || S->pc > (uintptr_t)work + 200)
    Inside = 0;
}
static void *run(void *P) {
  for (int I = 0; I < 10099; ++I)
    work(I);
  return P;
}
int main(void) {
  int Event = udpc_event_find("calls");
  struct udpc_sampling S = {0};
  S.event = "calls";
  S.every = 100;
  S.handler = handle;
  S.argument = &Event;
  S.periods = 400;
  if (udpc_sampling_start(&S))
    return 1;
  pthread_t T[4];
  for (int I = 0; I < 4; ++I)
    pthread_create(T + I, 0, run, 0);
  for (int I = 0; I < 4; ++I)
    pthread_join(T[I], 0);
  printf("handled %d calls %d last %d inside %d\n", (int)Handled, (int)Calls,
         (int)Last, (int)Inside);
  udpc_sampling_stop();
  Handled = 0;
  run(0);
  printf("stopped %d\n", (int)Handled);
  return 0;
}
