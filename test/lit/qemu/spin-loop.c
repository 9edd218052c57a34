// The spin loop of RT0877: counter 1 counts executions of the loop, counter 2
// its spins; spins / executions measures how contended the lock is. A holder keeps
// the lock until the waiter's poll number N of a round, which makes it let go
// before looking: N - 1 polls find the lock taken.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin %counter_unit,out=$A.json ./$A && \
// RUN:   %show --full $A.json | FileCheck %s; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
//
// Rounds of N = 1, 2, 10, 1000 and 1: five executions, 0 + 1 + 9 + 999 + 0
// spins, all of the waiter, which is the first thread.
// CHECK: 1=5 value=5 overflows=0 [0:5] 2=1009 value=1009 overflows=0 [0:1009]{{$}}
#include "instructions.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_flag Lock = ATOMIC_FLAG_INIT;
static sem_t Take, Taken, Release, Released;

static void *holder(void *Arg) {
  for (;;) {
    sem_wait(&Take);
    while (atomic_flag_test_and_set(&Lock)) {
    }
    sem_post(&Taken);
    sem_wait(&Release);
    atomic_flag_clear(&Lock);
    sem_post(&Released);
  }
}

static int poll(int *Left) {
  if (--*Left == 0) {
    sem_post(&Release);
    sem_wait(&Released);
  }
  return atomic_flag_test_and_set(&Lock);
}

static void lock(int ReleasingPoll) {
  INC(1);
  while (poll(&ReleasingPoll))
    INC(2);
}

int main(void) {
  static const int Rounds[] = {1, 2, 10, 1000, 1};
  pthread_t Thread;
  sem_init(&Take, 0, 0);
  sem_init(&Taken, 0, 0);
  sem_init(&Release, 0, 0);
  sem_init(&Released, 0, 0);
  pthread_create(&Thread, 0, holder, 0);
  for (unsigned I = 0; I < sizeof(Rounds) / sizeof(Rounds[0]); ++I) {
    sem_post(&Take);
    sem_wait(&Taken);
    lock(Rounds[I]);
    atomic_flag_clear(&Lock);
  }
  return 0;
}
