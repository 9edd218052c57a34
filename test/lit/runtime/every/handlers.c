// What the handler of an event with `every` may do, and what may happen meanwhile.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang $flags -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a 2> err | FileCheck a.c && \
// RUN:   FileCheck %s --check-prefix=ERR < err; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fudpc-lowering=call" "-O2 -fPIC" -- check
// ERR: udpc: warning: event 'work' has occurred during its own handler, which is not called again meanwhile
// ERR-NOT: warning
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work, every: 0}
  - {event: amounts, mark: amount, every: 100}
  - {event: warm, entry: warm, every: 10, warmup: 25}
  - {event: random, entry: random_phase, every: 10, phase: random}
  - {event: wraps, entry: wraps, every: 256}
//--- a.c
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <udpc/udpc.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
__attribute__((noinline)) void warm(void) { __asm__ volatile(""); }
__attribute__((noinline)) void random_phase(void) { __asm__ volatile(""); }
__attribute__((noinline)) void wraps(void) { __asm__ volatile(""); }
static volatile unsigned long Calls, Passed, Last, First;
static jmp_buf Jump;

static void count(const struct udpc_overflow *O, void *Argument) {
  (void)Argument;
  First = Calls++ ? First : O->count;
  Passed += O->passed;
  Last = O->count;
  errno = EPERM;
}
static void nested(const struct udpc_overflow *O, void *Argument) {
  count(O, Argument);
  for (int I = 0; I != 25; ++I)
    work();
}
static void leave(const struct udpc_overflow *O, void *Argument) {
  count(O, Argument);
  udpc_leave_handler(O);
  longjmp(Jump, 1);
}
static void slower(const struct udpc_overflow *O, void *Argument) {
  count(O, Argument);
  udpc_on_overflow(O->event, O->period * 2, slower, Argument);
}
static void once(const struct udpc_overflow *O, void *Argument) {
  count(O, Argument);
  udpc_on_overflow(O->event, 0, 0, 0);
}
static int set(const char *Name, unsigned long Period, udpc_handler Handler) {
  Calls = Passed = Last = First = 0;
  return udpc_on_overflow(udpc_event_find(Name), Period, Handler, 0);
}
static void repeat(void (*Function)(void), int N) {
  for (int I = 0; I != N; ++I)
    Function();
}
static void tick(int Signal) {
  (void)Signal;
  work();
}
/* The same depth on the stack for each N, or less. */
static __attribute__((noinline)) void deep(int N) {
  volatile char Room[64];
  Room[0] = (char)N;
  if (N)
    deep(N - 1);
  else
    work();
  Room[1] = 0;
}

int main(void) {
  // CHECK: plain: 0, 10 calls
  int Result = set("work", 10, count);
  errno = 0;
  repeat(work, 100);
  printf("plain: %d, %lu calls\n", errno, Calls);

  // The event counts during its handler, which is not called again: 25
  // occurrences in it pass two or three multiples, of which the next call is
  // told.
  // CHECK-NEXT: nested: 5 calls, at 130 of 155, 13 passed
  unsigned long Before = udpc_read_thread(udpc_event_find("work"));
  set("work", 10, nested);
  repeat(work, 30);
  printf("nested: %lu calls, at %lu of %lu, %lu passed\n", Calls,
         Last - Before,
         (unsigned long)udpc_read_thread(udpc_event_find("work")) - Before,
         Passed);

  // CHECK-NEXT: longjmp: 20 calls
  set("work", 10, leave);
  for (volatile int I = 0; I != 200; ++I)
    if (!setjmp(Jump))
      deep(I % 7);
  printf("longjmp: %lu calls\n", Calls);

  // CHECK-NEXT: slower: 3 calls, 70 later
  Before = udpc_read_thread(udpc_event_find("work"));
  set("work", 10, slower);
  repeat(work, 100);
  printf("slower: %lu calls, %lu later\n", Calls, Last - Before);

  // CHECK-NEXT: once: 1 calls
  set("work", 10, once);
  repeat(work, 100);
  printf("once: %lu calls\n", Calls);

  // CHECK-NEXT: amounts: 2 calls, 12 passed, 1205
  set("amounts", 100, count);
  UDPC_MARK_N(amount, 99);
  UDPC_MARK_N(amount, 6);
  UDPC_MARK_N(amount, 1100);
  printf("amounts: %lu calls, %lu passed, %lu\n", Calls, Passed, Last);

  // CHECK-NEXT: warm-up: 2 calls, first at 35
  set("warm", 10, count);
  repeat(warm, 50);
  printf("warm-up: %lu calls, first at %lu\n", Calls, First);

  // CHECK-NEXT: random: 10 calls, first 1
  set("random", 10, count);
  repeat(random_phase, 100);
  printf("random: %lu calls, first %d\n", Calls, First >= 1 && First <= 10);

  // CHECK-NEXT: wraps: 3
  repeat(wraps, 1000);
  printf("wraps: %d\n", (int)udpc_read(udpc_event_find("wraps.overflows")));

  // Signals interrupt the runtime anywhere: none of their occurrences is lost.
  // CHECK-NEXT: signals: good
  struct itimerval Often = {{0, 100}, {0, 100}}, Never = {{0, 0}, {0, 0}};
  signal(SIGPROF, tick);
  Before = udpc_read_thread(udpc_event_find("work"));
  set("work", 3, count);
  setitimer(ITIMER_PROF, &Often, 0);
  repeat(work, 3000000);
  setitimer(ITIMER_PROF, &Never, 0);
  unsigned long All = udpc_read_thread(udpc_event_find("work")) - Before;
  set("work", 0, 0);
  Result |= All < 3000000;
  printf("signals: %s\n", Result ? "bad" : "good");
}
