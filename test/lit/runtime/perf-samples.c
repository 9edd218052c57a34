// A sample on every 100th page fault of a thread: with its stack of calls and
// what the thread has counted since the one before. The program's handler for
// the signal is not called.
//
// REQUIRES: perf-events
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -g -fno-omit-frame-pointer -pthread -fudpc-spec=spec.yaml program.c -o program
// RUN: env UDPC_OPTIONS=perf_every=page-faults=100:output=p.prof:log=p.log ./program 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
// RUN: udpc export --format=folded p.log > folded && FileCheck %s < folded
// CHECK-DAG: {{(^|;)main;little;touch 2[4-6]$}}
// CHECK-DAG: {{(^|;)main;much;touch 7[4-6]$}}
// CHECK-DAG: {{(^|;)run;little;touch 7[2-8]$}}
// RUN: grep -c . folded | grep -x 3
// RUN: env PPROF_TMPDIR=. udpc export --format=pprof --thread=1 p.log -o p.pb.gz
// RUN: go tool pprof -raw p.pb.gz | FileCheck %s --check-prefix=RAW
// RAW: samples/count[dflt] calls/count page-faults/count
// RAW-NEXT: {{^ *2[4-6] +1 +2[4-6][0-9][0-9]:}}
// RAW: event:[page-faults]
// RAW-SAME: thread:[1]
// A child of fork has samples of its own.
// RUN: udpc export --format=folded p.log.* | grep 'main;much;touch 7[456]$'

// RUN: env UDPC_OPTIONS=perf_every=context-switches=10 ./program 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL: udpc: warning: UDPC_OPTIONS: perf_every: context-switches happens in the kernel only, and samples are taken in user space
// RUN: env UDPC_OPTIONS=perf_every=page-faults ./program 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: udpc: warning: UDPC_OPTIONS: perf_every: 'page-faults' is not an event of the option perf with a number, as in page-faults=1000
// RUN: env UDPC_OPTIONS=perf_every=page-faults=100:log= ./program 2>&1 | FileCheck %s --check-prefix=NO-LOG
// NO-LOG: udpc: warning: perf_every: there are no samples without the option log

//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "touch"}
//--- program.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

NOINLINE void touch(long Pages) {
  char *P = mmap(0, Pages * 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(P, Pages * 4096, MADV_NOHUGEPAGE);
  for (long I = 0; I < Pages; ++I)
    P[I * 4096] = 1;
  munmap(P, Pages * 4096);
}
NOINLINE void much(void) {
  touch(7500);
  asm("");
}
NOINLINE void little(void) {
  touch(2500);
  asm("");
}
static void *run(void *P) {
  little();
  return 0;
}
static void wrong(int Signal) { abort(); }

int main(int argc, char **argv) {
  signal(SIGURG, wrong);
  much();
  little();
  pthread_t T[3];
  for (int I = 0; I < 3; ++I)
    pthread_create(&T[I], 0, run, 0);
  for (int I = 0; I < 3; ++I)
    pthread_join(T[I], 0);
  if (!fork()) {
    much();
    exit(0);
  }
  int Status;
  wait(&Status);
  return Status;
}
