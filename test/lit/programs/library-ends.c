// What code of a library counts late, in signal handlers, in threads that the
// C library makes, and on both sides of fork().
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o liblib.so
// RUN: udpc-clang -O2 -I%udpc_src/include main.c -o main -pthread -L. -llib -Wl,-rpath,%t
// RUN: check() { env UDPC_OPTIONS=output=$test.prof ./main $test && %counts $test.prof; }
// RUN: each test late handler timer -- check > out
// RUN: FileCheck %s < out
// RUN: env UDPC_OPTIONS=output=fork.%%p.prof ./main fork
// RUN: udpc merge fork.*.prof -o fork.prof && %counts fork.prof | FileCheck %s --check-prefix=FORK
//
// 64 threads: three rounds of destructors, and the last, in which ours comes first.
// CHECK: late 256 {{.*}}-1:64
// Main and handler, which is what it says itself.
// CHECK: handler [[N:[1-9][0-9]+]]
// CHECK: handler [[N]] 0:[[N]]
// CHECK: timer 20
// FORK: fork 1450
//--- spec.yaml
version: 1
events:
  - {event: late, entry: late}
  - {event: handler, entry: handler}
  - {event: timer, entry: timer}
  - {event: fork, entry: forks}
//--- lib.c
volatile int Sink;
void late(void) { Sink = 1; }
void handler(void) { Sink = 1; }
void timer(void) { Sink = 1; }
void forks(void) { Sink = 1; }
//--- main.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <udpc/udpc.h>
#include <unistd.h>
void late(void), handler(void), timer(void), forks(void);

static pthread_key_t Key;
static void again(void *P) {
  late();
  // Ours waits for the last round, and comes first in it.
  if ((long)P < 4)
    pthread_setspecific(Key, (void *)((long)P + 1));
}
static void *endsLate(void *P) {
  pthread_setspecific(Key, (void *)1);
  return P;
}
static void testLate(void) {
  pthread_t Threads[16];
  pthread_key_create(&Key, again);
  for (int Round = 0; Round != 4; ++Round) {
    for (int I = 0; I != 16; ++I)
      pthread_create(&Threads[I], 0, endsLate, 0);
    for (int I = 0; I != 16; ++I)
      pthread_join(Threads[I], 0);
    if (udpc_read(udpc_event_find("late")) != 64 * (Round + 1))
      exit(3);
  }
}

static volatile long NumHandled;
static void handle(int Signal) {
  handler();
  NumHandled = NumHandled + 1;
}
static void testHandler(void) {
  struct sigaction A = {.sa_handler = handle};
  sigaction(SIGALRM, &A, 0);
  struct itimerval Often = {{0, 100}, {0, 100}}, Never = {};
  setitimer(ITIMER_REAL, &Often, 0);
  long N = 0;
  // Handlers run inside the allocator, too.
  while (NumHandled < 2000 && ++N)
    for (int I = 0; I != 100; ++I) {
      handler();
      free(malloc(16 << I % 12));
    }
  setitimer(ITIMER_REAL, &Never, 0);
  printf("handler %ld\n", 100 * N + NumHandled);
}

static int NumRings;
static void onTimer(union sigval Value) {
  timer();
  __atomic_fetch_add(&NumRings, 1, __ATOMIC_RELEASE);
}
static void testTimer(void) {
  for (int I = 0; I != 20; ++I) {
    timer_t T;
    struct sigevent E = {.sigev_notify = SIGEV_THREAD};
    E.sigev_notify_function = onTimer;
    timer_create(CLOCK_MONOTONIC, &E, &T);
    struct itimerspec Soon = {.it_value = {0, 1000}};
    timer_settime(T, 0, &Soon, 0);
    while (__atomic_load_n(&NumRings, __ATOMIC_ACQUIRE) != I + 1)
      usleep(100);
    timer_delete(T);
  }
}

static volatile int Stop;
static void *countOn(void *P) {
  for (int I = 0; I != 1000; ++I)
    forks();
  while (!Stop)
    usleep(1000);
  return P;
}
static void *forkHere(void *P) {
  for (int I = 0; I != 50; ++I)
    forks();
  if (!fork()) {
    if (udpc_read(udpc_event_find("fork")) != 0)
      abort();
    for (int I = 0; I != 100; ++I)
      forks();
    exit(0);
  }
  int Status;
  wait(&Status);
  Stop = 1;
  return Status ? P : 0;
}
static int testFork(char *Failure) {
  pthread_t A, B;
  void *Failed;
  pthread_create(&A, 0, countOn, 0);
  pthread_create(&B, 0, forkHere, Failure);
  pthread_join(A, 0);
  pthread_join(B, &Failed);
  // What has been counted is gone; the ended threads' counts and main's.
  long Before = udpc_read(udpc_event_find("fork"));
  for (int I = 0; I != 300; ++I)
    forks();
  return Before != 1050 || udpc_read(udpc_event_find("fork")) != 1350 || Failed;
}

int main(int argc, char **argv) {
  if (!strcmp(argv[1], "late"))
    testLate();
  else if (!strcmp(argv[1], "handler"))
    testHandler();
  else if (!strcmp(argv[1], "timer"))
    testTimer();
  else
    return testFork(argv[1]);
  return 0;
}
