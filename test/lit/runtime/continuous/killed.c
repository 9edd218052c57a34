// A program that counts for itself in shared memory, right before and right
// after each event, is killed at 1,000 random instants: the file always has a
// count between the two. With threads that begin and end, with children of
// fork, in the executable and in a library.
//
// RUN: rm -rf %t && split-file %s %t && cd %t && mkdir files
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=s.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-spec=s.yaml a.c ./lib.so -o a
// RUN: clang -O2 kill.c -o kill
// RUN: env UDPC_OPTIONS=continuous=1:output=files/%%p.prof:max_threads=4 ./kill 1000 > killed
// RUN: env PYTHONPATH=%S/Inputs %python check.py killed 1000
//--- s.yaml
version: 1
events:
  - {event: inline, entry: "work"}
  - {event: library, entry: "library"}
//--- counts.h
#include <stdatomic.h>
#include <stdint.h>
/// One thread's, in shared memory.
struct Worker {
  int Pid;
  _Atomic uint64_t Before, After;
};
enum { MaxWorkers = 4000 };
struct Shared {
  atomic_int NumWorkers;
  struct Worker Workers[MaxWorkers];
};
//--- lib.c
static volatile int Sink;
__attribute__((noinline)) void library(void) { Sink = 1; }
//--- a.c
#include "counts.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static struct Shared *Counts;
static volatile int Sink;
void library(void);
__attribute__((noinline)) void work(void) { Sink = 1; }
static void *count(void *Times) {
  int I = atomic_fetch_add(&Counts->NumWorkers, 1);
  if (I >= MaxWorkers)
    pause();
  struct Worker *W = &Counts->Workers[I];
  W->Pid = getpid();
  for (long N = 0; N != (long)Times; ++N) {
    atomic_store_explicit(&W->Before, N + 1, memory_order_release);
    work();
    library();
    atomic_store_explicit(&W->After, N + 1, memory_order_release);
  }
  return 0;
}
int main(int N, char **Arguments) {
  Counts = mmap(0, sizeof(*Counts), PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  switch (atoi(Arguments[1])) {
  case 0:
    count((void *)-1);
    break;
  case 1:
    for (long I = 1;; ++I) {
      pthread_t T[3];
      for (int K = 0; K != 3; ++K)
        pthread_create(&T[K], 0, count, (void *)(I * 7 % 500 + 1));
      count((void *)5);
      for (int K = 0; K != 3; ++K)
        pthread_join(T[K], 0);
    }
  case 2:
    for (int I = 1;; ++I) {
      pthread_t T;
      pthread_create(&T, 0, count, (void *)100);
      count((void *)3);
      pid_t P = fork();
      if (!P) {
        count((void *)(I % 3 * 300l + 10));
        pthread_create(&T, 0, count, (void *)50);
        // Without the C library, and so without the runtime.
        syscall(SYS_exit_group, 0);
      }
      count((void *)200);
      waitpid(P, 0, 0);
      pthread_join(T, 0);
    }
  }
}
//--- kill.c
#define _GNU_SOURCE
#include "counts.h"
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int N, char **Arguments) {
  long Times = atol(Arguments[1]);
  struct Shared *S = 0;
  srand(time(0));
  alarm(300);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int FD = memfd_create("counts", 0);
  if (FD != 3 || ftruncate(FD, sizeof(*S)))
    return 1;
  S = mmap(0, sizeof(*S), PROT_READ | PROT_WRITE, MAP_SHARED, FD, 0);
  for (long I = 0; I != Times; ++I) {
    memset(S, 0, sizeof(*S));
    char Mode[] = {'0' + I % 3, 0};
    pid_t P = fork();
    if (!P) {
      setpgid(0, 0);
      execl("./a", "./a", Mode, (char *)0);
      _exit(1);
    }
    setpgid(P, P);
    // Half of them have counted; the others may not have reached main.
    while (I / 3 % 2 && !S->Workers[0].After)
      sched_yield();
    struct timespec Pause = {0, rand() % 2500000};
    nanosleep(&Pause, 0);
    kill(-P, SIGKILL);
    // Its children, too.
    while (waitpid(-1, 0, 0) > 0)
      ;
    // A process: its number, and the sums of its threads.
    for (int K = 0; K != MaxWorkers && S->Workers[K].Pid; ++K) {
      int Pid = S->Workers[K].Pid;
      uint64_t Before = 0, After = 0;
      for (int L = 0; L != MaxWorkers; ++L)
        if (S->Workers[L].Pid == Pid) {
          Before += S->Workers[L].Before;
          After += S->Workers[L].After;
          S->Workers[L].Pid = -1;
        }
      if (Pid > 0)
        printf("%ld %d %lu %lu\n", I, Pid, After, Before);
    }
  }
}
//--- check.py
import collections, os, sys
import continuous
runs = collections.Counter()
seen = set()
wrong = 0
for line in open(sys.argv[1]):
    run, pid, after, before = map(int, line.split())
    if pid in seen:
        continue  # The number was used again.
    seen.add(pid)
    runs[run] += 1
    path = f"files/{pid}.prof"
    number, totals, _ = continuous.read(path)
    assert number == pid
    for event in "inline", "library":
        count = totals.get(event, 0)
        if not after <= count <= before:
            print(f"{path} {event}: {count} not in {after}..{before}")
            wrong += 1
assert not wrong, wrong
assert len(runs) > int(sys.argv[2]) * 0.49, len(runs)
