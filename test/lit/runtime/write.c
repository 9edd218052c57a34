// Writing and masking events, for all threads and for one: the values that are read
// are those that the program counts itself, and the profile has the same.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s && %counts a.prof | FileCheck %s --check-prefix=PROFILE
// RUN: udpc report --sites a.prof | FileCheck %s --check-prefix=SITES
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-lowering=call a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s && %counts a.prof | FileCheck %s --check-prefix=PROFILE
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-lowering=instruction a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof:enable=* ./a | FileCheck %s
// RUN: %counts a.prof | FileCheck %s --check-prefix=PROFILE
//
// A profile to which processes add.
// RUN: env UDPC_OPTIONS=output=%%m.sum:enable=* ./a
// RUN: env UDPC_OPTIONS=output=%%m.sum:enable=* ./a
// RUN: %counts *.sum | FileCheck %s --check-prefix=TWICE
//
// By options. Values of events that libraries might have are reported at the end.
// RUN: env UDPC_OPTIONS=output=a.prof:enable=*:mask=live/dec,ca[l]ls:write=live=-7,calls=3,gone=1 ./a options > out \
// RUN:   2>&1
// RUN: FileCheck %s --check-prefix=OPTIONS < out
// RUN: env UDPC_OPTIONS=output=a.prof:mask=live/,:write=live ./a options > out 2>&1
// RUN: FileCheck %s --check-prefix=BAD < out
//
// Without the runtime the calls do nothing.
// RUN: clang++ -x c++ -I%udpc_src/include -pthread a.c -o plain && ./plain plain | FileCheck %s --check-prefix=PLAIN
//
// PLAIN:        0 0 0 0 0 0 0 0
// OPTIONS:      -7 -5 3
// OPTIONS-NEXT: udpc: warning: UDPC_OPTIONS: write: there is no event 'gone'
// OPTIONS-NOT:  {{.}}
// BAD:      udpc: warning: UDPC_OPTIONS: mask: 'live/,' is no list of globs
// BAD-NEXT: udpc: warning: UDPC_OPTIONS: write: 'live' is no list of events with their values, name=number,...
// BAD-NEXT: 0 0 0
// BAD-NOT:  {{.}}
// CHECK:      refused: -1 -1 -1 -1 -1
// CHECK-NEXT: written: 103 103, live 1
// CHECK-NEXT: shares: 53 of 156
// CHECK-NEXT: reset: 2 2, others 4
// CHECK-NEXT: masked dec: 4, inc 4, both 4, none 5; 2 1 3 0
// CHECK-NEXT: masked in one thread: 5, in the other 7; sum 12
// CHECK-NEXT: younger threads: 0
// CHECK-NEXT: exact: 1 1
// CHECK-NEXT: child: 1 11
// PROFILE:     calls -9 0:-9
// PROFILE:     live 5
// TWICE:       calls -18 0:-18
// TWICE:       live 10
// SITES-DAG: {{calls.*\(written\)}}
// SITES-DAG: {{calls.*work}}
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: work}
  - {event: live, entry: up}
  - {event: live, entry: down, command: dec}
  - {event: others, entry: work}
//--- a.c
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
#define HOLD __asm__ volatile("")
NOINLINE static void work(void) { HOLD; }
NOINLINE static void up(void) { HOLD; }
NOINLINE static void down(void) { HOLD; }
static int Calls, Live;
static pthread_barrier_t Barrier;
static void meet(void) { pthread_barrier_wait(&Barrier); }
static long all(int E) { return (long)udpc_read(E); }
static long mine(int E) { return (long)udpc_read_thread(E); }

static void *shares(void *Arg) {
  work(), work(), work();
  udpc_write_thread(Calls, 50);
  work(), work(), work();
  printf("shares: %ld of %ld\n", mine(Calls), all(Calls));
  return 0;
}

/* Masks live's inc for itself only. */
static void *maskedInOne(void *Arg) {
  udpc_write_thread(Live, 5);
  udpc_mask_thread(Live, UDPC_INC);
  meet();
  up(), up();
  meet();
  *(long *)Arg = mine(Live);
  udpc_mask_thread(Live, 0);
  meet();
  return 0;
}

static void *younger(void *Arg) {
  work(), work();
  *(long *)Arg = mine(Calls);
  return 0;
}

static int Stop;
static long Executed[2];
static void *until(void *Arg) {
  long N = 0;
  while (!__atomic_load_n(&Stop, __ATOMIC_ACQUIRE)) {
    for (int I = 0; I != 16; ++I, ++N)
      work();
    udpc_mask_thread(Calls, UDPC_INC);
    work();
    udpc_mask_thread(Calls, 0);
  }
  *(long *)Arg = N;
  return 0;
}

/* Others count, and mask themselves, while this thread writes and reads. */
static void exactly(void) {
  pthread_t T[2];
  long Sum = 0, Last = 0;
  int Monotonic = 1;
  udpc_reset_event(Calls);
  for (int I = 0; I != 2; ++I)
    pthread_create(T + I, 0, until, Executed + I);
  for (int I = 0; I != 200; ++I) {
    udpc_write_thread(Calls, mine(Calls) + 1000);
    Monotonic &= all(Calls) >= Last + 1000;
    Last = all(Calls);
  }
  __atomic_store_n(&Stop, 1, __ATOMIC_RELEASE);
  for (int I = 0; I != 2; ++I)
    pthread_join(T[I], 0), Sum += Executed[I];
  printf("exact: %d %d\n", Monotonic, all(Calls) == Sum + 200 * 1000);
}

int main(int argc, char **argv) {
  pthread_t T;
  long Share[2];
  setbuf(stdout, 0);
  Calls = udpc_event_find("calls"), Live = udpc_event_find("live");
  if (argc > 1 && !strcmp(argv[1], "plain"))
    return printf("%d %d %d %d %d %d %d %d\n", udpc_write(0, 1),
                  udpc_write_thread(0, 1), udpc_reset_event(0),
                  udpc_reset_thread(0), udpc_mask(0, 1), udpc_mask_thread(0, 1),
                  udpc_masked(0), udpc_masked_thread(0)) < 0;
  if (argc > 1) {
    printf("%ld ", all(Live));
    up(), up(), down(), work();
    printf("%ld %ld\n", all(Live), all(Calls));
    return 0;
  }
  pthread_barrier_init(&Barrier, 0, 2);
  printf("refused: %d %d %d %d %d\n", udpc_write(17, 1),
         udpc_write_thread(-1, 1), udpc_mask(Calls, 4), udpc_mask(17, 1),
         udpc_mask_thread(Calls, -1));

  work(), up();
  udpc_write(Calls, 100);
  work(), work(), work();
  printf("written: %ld %ld, live %ld\n", all(Calls), mine(Calls), all(Live));
  pthread_create(&T, 0, shares, 0);
  pthread_join(T, 0);
  udpc_reset_event(Calls);
  work(), work();
  printf("reset: %ld %ld, others ", all(Calls), mine(Calls));
  udpc_write(udpc_event_find("others"), 2);
  work(), work();
  printf("%ld\n", all(udpc_event_find("others")));

  udpc_write(Live, 3);
  int Old[4];
  udpc_mask(Live, UDPC_DEC), up(), down();
  printf("masked dec: %ld, ", all(Live));
  Old[0] = udpc_mask(Live, UDPC_INC), up(), up();
  printf("inc %ld, ", all(Live));
  Old[1] = udpc_mask(Live, UDPC_INC | UDPC_DEC), up(), down(), down();
  printf("both %ld, ", all(Live));
  Old[2] = udpc_mask(Live, 0), Old[3] = udpc_masked(Live), up();
  printf("none %ld; %d %d %d %d\n", all(Live), Old[0], Old[1], Old[2], Old[3]);

  pthread_create(&T, 0, maskedInOne, Share);
  udpc_write_thread(Live, 4);
  meet();
  up(), up(), up();
  meet();
  meet();
  long Sum = all(Live);
  pthread_join(T, 0);
  printf("masked in one thread: %ld, in the other %ld; sum %ld\n", Share[0],
         mine(Live), Sum == all(Live) ? Sum : -1);
  udpc_write(Live, 5);

  udpc_mask(Calls, UDPC_INC);
  pthread_create(&T, 0, younger, Share);
  pthread_join(T, 0);
  udpc_mask(Calls, 0);
  printf("younger threads: %ld\n", Share[0]);
  exactly();

  /* A child counts from 0, and keeps the masks. */
  udpc_mask(Live, UDPC_DEC);
  fflush(stdout);
  pid_t Child = fork();
  if (!Child) {
    up(), down();
    udpc_write(Calls, 10), work();
    printf("child: %ld %ld\n", all(Live), all(Calls));
    udpc_reset();
    _exit(0);
  }
  waitpid(Child, 0, 0);
  down();
  udpc_write(Calls, -10), work();
  return 0;
}
