// The runtime writes the totals of events and costs as metrics.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -g -Wl,--build-id main.c -o 'ap"p' -pthread
// RUN: env UDPC_OPTIONS=output=a.prof:metrics=new/a.prom './ap"p'
// RUN: FileCheck %s --match-full-lines --strict-whitespace < new/a.prom
// RUN: ls new | FileCheck %s --check-prefix=FILES --match-full-lines
// RUN: promtool check metrics < new/a.prom
//
//      CHECK:# HELP udpc_events_total Executions that the sites of a udpc spec have counted.
// CHECK-NEXT:# TYPE udpc_events_total counter
// CHECK-NEXT:udpc_events_total{program="ap\"p",build="{{[0-9a-f]+}}",event="calls",command="inc"} 12
// CHECK-NEXT:udpc_events_total{program="ap\"p",build="{{[0-9a-f]+}}",event="live \\ \"x\"",command="inc"} 10
// CHECK-NEXT:udpc_events_total{program="ap\"p",build="{{[0-9a-f]+}}",event="live \\ \"x\"",command="dec"} 10
// CHECK-NEXT:udpc_events_total{program="ap\"p",build="{{[0-9a-f]+}}",event="never",command="inc"} 0
// CHECK-NEXT:# HELP udpc_events_created Since when counts have been added up, in seconds since 1970.
// CHECK-NEXT:# TYPE udpc_events_created gauge
// CHECK-NEXT:udpc_events_created{program="ap\"p",build="{{[0-9a-f]+}}",event="calls",command="inc"} {{[0-9]+}}
// CHECK-NEXT:udpc_events_created{program="ap\"p",build="{{[0-9a-f]+}}",event="live \\ \"x\"",command="inc"} {{[0-9]+}}
// CHECK-NEXT:udpc_events_created{program="ap\"p",build="{{[0-9a-f]+}}",event="live \\ \"x\"",command="dec"} {{[0-9]+}}
// CHECK-NEXT:udpc_events_created{program="ap\"p",build="{{[0-9a-f]+}}",event="never",command="inc"} {{[0-9]+}}
//  CHECK-NOT:{{.}}
// FILES: a.prom
// FILES-NOT: {{.}}
//
// They are the numbers of the report.
// RUN: udpc report --csv a.prof | FileCheck %s --check-prefix=REPORT
// REPORT-DAG: calls,{{.*}},work,inc,10
// REPORT-DAG: calls,{{.*}},main,inc,1
// REPORT-DAG: calls,{{.*}},run,inc,1
//
// Costs, while the program runs, too.
// RUN: udpc-clang -fudpc-profile=counts -O1 -g main.c -o costs -pthread
// RUN: env UDPC_OPTIONS=cachegrind_output=c.out:metrics=c.prom:summary=0 ./costs
// RUN: FileCheck %s --check-prefix=COSTS --input-file=c.prom && promtool check metrics < c.prom
// RUN: sed -n 's/^summary: \([0-9]*\).*/"Ir"} \1/p' c.out > ir && grep -F -f ir c.prom
// COSTS: # TYPE udpc_costs_total counter
// COSTS-NOT: _total{{.*}}{{ }}0{{$}}
// COSTS: udpc_costs_total{program="costs"{{.*}},event="Ir"} {{[1-9][0-9]*}}
//
// While the program runs they are written at intervals, with or without a log;
// and are of the child after a fork.
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -g live.c -o live
// RUN: env UDPC_OPTIONS=output=live.prof:log=:interval=20ms:metrics=live-%%p.prom ./live
// RUN: promtool check metrics < child.prom
// RUN: FileCheck %s --check-prefix=CHILD --input-file=child.prom
// CHILD: udpc_events_total{{.*}}event="calls",command="inc"} 2{{$}}
//
// The example's alert fires when a rate shifts.
// RUN: promtool test rules %udpc_src/examples/fleet/alerts-test.yaml

//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: 'live \ "x"', entry: work}
  - {event: 'live \ "x"', command: dec, return: work}
  - {event: never, entry: absent}
//--- main.c
#include <pthread.h>
__attribute__((noinline)) static int work(int N) { return N * 3; }
static void *run(void *Sum) {
  for (int I = 0; I != 10; ++I)
    *(volatile int *)Sum += work(I);
  return 0;
}
int main(void) {
  int Sum = 0;
  pthread_t Thread;
  pthread_create(&Thread, 0, run, &Sum);
  pthread_join(Thread, 0);
  return Sum == 0;
}
//--- live.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
/* Waits until the process's file has the line; at most ten seconds. */
static int await(const char *Count, char *Name) {
  char Text[4096];
  sprintf(Name, "live-%d.prom", (int)getpid());
  for (int Tries = 0; Tries != 1000; ++Tries) {
    FILE *File = fopen(Name, "r");
    size_t Size = File ? fread(Text, 1, sizeof(Text) - 1, File) : 0;
    if (File)
      fclose(File);
    Text[Size] = 0;
    if (strstr(Text, Count))
      return 0;
    nanosleep(&(struct timespec){0, 10000000}, 0);
  }
  return 1;
}
int main(void) {
  char Name[64];
  int Status;
  work();
  if (await("event=\"calls\",command=\"inc\"} 3\n", Name))
    return 1;
  if (!fork()) {
    work();
    /* The child counts from 0. */
    _exit(await("event=\"calls\",command=\"inc\"} 2\n", Name) || rename(Name, "child.prom"));
  }
  wait(&Status);
  return Status || access("child.prom", R_OK);
}
