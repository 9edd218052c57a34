// The public API: names, totals and shares, commands, libraries that come and
// go, and a reset that loses and doubles nothing while other threads count.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -I%udpc_src/include -fudpc-spec=lib.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s && %counts a.prof | FileCheck %s --check-prefix=PROFILE
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-lowering=call a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s && %counts a.prof | FileCheck %s --check-prefix=PROFILE
// RUN: udpc-clang -O2 -fsanitize=thread -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s && %counts a.prof | FileCheck %s --check-prefix=PROFILE
//
// Without the runtime the calls do nothing.
// RUN: clang -I%udpc_src/include -pthread a.c -o plain && ./plain plain | FileCheck %s --check-prefix=PLAIN
// PLAIN: find -1, name null, count 0, read 0 0, dump 0, switches 0 0 0, mask 0 0
//
// CHECK:      names: calls balance lines 3
// CHECK-NEXT: nothing: -1 null 0
// CHECK-NEXT: calls 3, balance 1, thread 3
// CHECK-NEXT: other thread: 5 of 8
// CHECK-NEXT: reset: 0 0
// CHECK-NEXT: again: 1 1
// CHECK-NEXT: exact: 1
// CHECK-NEXT: library: 1, threads 2, closed 2, open 4
// CHECK-NEXT: units stay: 1
// PROFILE: calls 2 0:2
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: work}
  - {event: balance, entry: up}
  - {event: balance, entry: down, command: dec}
  - {event: lines, line: "a.c:21"}
//--- lib.yaml
version: 1
events:
  - {event: other, entry: lib_work}
//--- lib.c
#include <udpc/udpc.h>
void lib_work(void) { __asm__ volatile(""); }
long lib_read(void) { return udpc_read(udpc_event_find("other")); }
//--- a.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <udpc/udpc.h>
#define NOINLINE __attribute__((noinline))
#define HOLD __asm__ volatile("")
NOINLINE void work(void) { HOLD; }
NOINLINE void up(void) { HOLD; }
NOINLINE void down(void) { HOLD; }
static long read1(const char *Name) { return udpc_read(udpc_event_find(Name)); }
static long mine(const char *Name) {
  return udpc_read_thread(udpc_event_find(Name));
}
static void *five(void *Arg) {
  for (int I = 0; I != 5; ++I)
    work();
  printf("other thread: %ld of %ld\n", mine("calls"), read1("calls"));
  return 0;
}
static atomic_int Stop;
static void *until(void *Arg) {
  long N = 0;
  for (; !Stop; ++N)
    work();
  *(long *)Arg = N;
  return 0;
}
static pthread_barrier_t Barrier;
static void (*LibWork)(void);
static void *afterOpen(void *Arg) {
  pthread_barrier_wait(&Barrier);
  pthread_barrier_wait(&Barrier);
  LibWork();
  pthread_barrier_wait(&Barrier);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t T[2];
  long N[2], Sum = 0;
  if (argc > 1) {
    uint64_t Mask[4] = {1, 2, 3, 4};
    udpc_reset();
    udpc_get_mask(Mask);
    printf("find %d, name %s, count %d, read %ld %ld, dump %d, switches %d %d "
           "%d, mask %d %d\n",
           udpc_event_find("calls"), udpc_event_name(0) ? "some" : "null",
           udpc_event_count(), read1("calls"), mine("calls"), udpc_dump(),
           udpc_enable("*"), udpc_disable("*"), udpc_is_enabled(0),
           udpc_set_mask(Mask), (int)(Mask[0] | Mask[1] | Mask[2] | Mask[3]));
    return 0;
  }
  printf("names: %s %s %s %d\n", udpc_event_name(0), udpc_event_name(1),
         udpc_event_name(2), udpc_event_count());
  printf("nothing: %d %s %ld\n", udpc_event_find("x"),
         udpc_event_name(3) ? "some" : "null", (long)udpc_read(17));
  work(), work(), work(), up(), up(), down();
  printf("calls %ld, balance %ld, thread %ld\n", read1("calls"),
         read1("balance"), mine("calls"));
  fflush(stdout);
  pthread_create(T, 0, five, 0);
  pthread_join(*T, 0);
  udpc_reset();
  printf("reset: %ld %ld\n", read1("calls"), mine("calls"));
  work();
  printf("again: %ld %ld\n", read1("calls"), mine("calls"));

  // What is read before each reset and what is left add up to all.
  udpc_reset();
  for (int I = 0; I != 2; ++I)
    pthread_create(T + I, 0, until, N + I);
  long Last = 0, Monotonic = 1;
  for (int I = 0; I != 1000; ++I) {
    long Now = read1("calls");
    Monotonic &= Now >= Last;
    Last = Now;
  }
  udpc_reset();
  Stop = 1;
  for (int I = 0; I != 2; ++I)
    pthread_join(T[I], 0), Sum += N[I];
  long Left = read1("calls");
  printf("exact: %d\n", Monotonic && Last <= Sum && Left + Last <= Sum &&
                            Left >= 0 && udpc_dump() == 0);
  udpc_reset();

  // A thread that is older than the library.
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_create(T, 0, afterOpen, 0);
  pthread_barrier_wait(&Barrier);
  void *Lib = dlopen("./lib.so", RTLD_NOW);
  LibWork = (void (*)(void))dlsym(Lib, "lib_work");
  long (*LibRead)(void) = (long (*)(void))dlsym(Lib, "lib_read");
  LibWork();
  printf("library: %ld, ", LibRead());
  pthread_barrier_wait(&Barrier);
  pthread_barrier_wait(&Barrier);
  printf("threads %ld, ", LibRead());
  dlclose(Lib);
  printf("closed %ld, ", read1("other"));
  pthread_join(*T, 0);
  for (int I = 0; I != 2; ++I) {
    Lib = dlopen("./lib.so", RTLD_NOW);
    LibWork = (void (*)(void))dlsym(Lib, "lib_work");
    LibWork();
    dlclose(Lib);
  }
  printf("open %ld\n", read1("other"));
  printf("units stay: %d\n", udpc_event_find("other") == 3);
  work(), work();
  return 0;
}
