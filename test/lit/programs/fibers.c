// Fibres that continue in other threads: with -fudpc-fibers, code compiled with
// -fPIC counts for the thread that executes it. A unit that calls swapcontext() or
// the like needs no flag. Without it the sum is right, and a warning says that
// threads' counts are not.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t && clang -O2 -c main.c -o main.o
// RUN: check_switch() { \
// RUN:   UDPC_OPTIONS=output=a.prof ./main $switch 2>err && \
// RUN:   udpc report --threads a.prof | grep -v ' 0[.]0%' | FileCheck fiber.c && \
// RUN:   FileCheck --check-prefix=NONE --allow-empty --input-file=err fiber.c; \
// RUN: }
// RUN: check_library() { \
// RUN:   udpc-clang $how -fPIC -shared -fuse-ld=lld -fudpc-spec=spec.yaml -fudpc-fibers fiber.c -o libfiber.so && \
// RUN:   udpc-clang main.o ./libfiber.so -o main -pthread && \
// RUN:   each switch context hand -- check_switch; \
// RUN: }
// RUN: each how "-O0" "-O2" "-O2 -flto=thin" -- check_library
//
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml fiber.c -o libfiber.so
// RUN: udpc-clang main.o ./libfiber.so -o main -pthread
// RUN: UDPC_OPTIONS=output=a.prof ./main context 2>err && udpc report a.prof | FileCheck --check-prefix=SUM fiber.c
// RUN: FileCheck --check-prefix=WARNING --input-file=err fiber.c
//
// With events of N-th occurrences.
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-fibers -fudpc-spec=every.yaml fiber.c -o libfiber.so
// RUN: udpc-clang main.o ./libfiber.so -o main -pthread
// RUN: UDPC_OPTIONS=output=a.prof:log=a.log ./main hand
// RUN: udpc report --threads a.prof | grep -v ' 0[.]0%' | FileCheck --check-prefix=EVERY fiber.c
//
// A unit that switches stacks itself.
// RUN: check_program() { \
// RUN:   udpc-clang $how -fPIC -fudpc-spec=own.yaml own.c -o own -pthread && \
// RUN:   UDPC_OPTIONS=output=a.prof ./own 2>err && \
// RUN:   udpc report a.prof | FileCheck --check-prefix=OWN fiber.c && \
// RUN:   FileCheck --check-prefix=NONE --allow-empty --input-file=err fiber.c; \
// RUN: }
// RUN: each how -O0 -O2 -- check_program
//
// Costs of lines are those of the same fibre that stays in one thread, and the
// calls are found.
// RUN: check_lines() { \
// RUN:   UDPC_OPTIONS=summary=0:output=a.prof:cache_output=a.cache:cachegrind_output=a.cg ./main $how 2>err && \
// RUN:   FileCheck --check-prefix=NONE --allow-empty --input-file=err fiber.c && \
// RUN:   sed -n '/^f[ln]=.*fiber/,/^fl=/p' a.cg | cut -d' ' -f1,2 > "$how.txt" && \
// RUN:   grep -q '^9 [1-9]' "$how.txt" && \
// RUN:   diff "context stay.txt" "$how.txt" && \
// RUN:   { test $what = cache || udpc export --format=callgrind a.cache | FileCheck --check-prefix=CALLS fiber.c; }; \
// RUN: }
// RUN: check_costs() { \
// RUN:   udpc-clang -O2 -g -fPIC -shared -fudpc-fibers -fudpc-profile=$what fiber.c -o libfiber.so && \
// RUN:   udpc-clang main.o ./libfiber.so -o main -pthread && \
// RUN:   each how "context stay" context hand -- check_lines; \
// RUN: }
// RUN: each what counts,calls cache -- check_costs
//--- spec.yaml
version: 1
events:
  - {event: before, line: "fiber.c:9"}
  - {event: after, line: "fiber.c:12"}
  - {event: entries, entry: tail}
  - {event: returns, return: tail}
//--- every.yaml
version: 1
events:
  - {event: before, line: "fiber.c:9", every: 300, action: log}
  - {event: after, line: "fiber.c:12", every: 50, action: log, sites: apart}
//--- own.yaml
version: 1
events:
  - {event: steps, line: "own.c:12"}
//--- fiber.c
void leave(void);
static volatile long Sink;

__attribute__((noinline)) static void tail(long I) { Sink += I; leave(); }

void fiber(long Rounds) {
  for (long I = 0; I != Rounds; ++I) {
    for (long J = 0; J != 1000; ++J)
      Sink += J;
    leave();
    for (long J = 0; J != 100; ++J)
      Sink += I;
    tail(I);
  }
}
// The main thread is 0; each of the others executes one stretch.
// CHECK:      event {{ *}}thread {{ *}}count
// CHECK-NEXT: before {{ *}}1 {{ *}}1,000
// CHECK-NEXT: before {{ *}}3 {{ *}}1,000
// CHECK-NEXT: before {{ *}}5 {{ *}}1,000
// CHECK-NEXT: after {{ *}}2 {{ *}}100
// CHECK-NEXT: after {{ *}}4 {{ *}}100
// CHECK-NEXT: after {{ *}}6 {{ *}}100
// CHECK-NEXT: entries {{ *}}2 {{ *}}1
// CHECK-NEXT: entries {{ *}}4 {{ *}}1
// CHECK-NEXT: entries {{ *}}6 {{ *}}1
// CHECK-NEXT: returns {{ *}}3 {{ *}}1
// CHECK-NEXT: returns {{ *}}5 {{ *}}1
// CHECK-NEXT: returns {{ *}}7 {{ *}}1 {{ *}}33.3%
// CHECK-NOT:  {{.}}
// NONE-NOT:   {{.}}
// SUM:        before 3,000
// SUM-NEXT:   after 300
// SUM-NEXT:   entries 3
// SUM-NEXT:   returns 3
// WARNING:    code compiled with -fPIC counts for threads that have ended
// WARNING-NOT: code compiled
// EVERY-DAG:  before {{ *}}1 {{ *}}1,000
// EVERY-DAG:  before {{ *}}3 {{ *}}1,000
// EVERY-DAG:  before {{ *}}5 {{ *}}1,000
// EVERY-DAG:  after {{ *}}2 {{ *}}100
// EVERY-DAG:  after {{ *}}4 {{ *}}100
// EVERY-DAG:  after {{ *}}6 {{ *}}100
// OWN:        steps {{ *}}50,000
// CALLS:      cfn={{.*}}tail
// CALLS-NEXT: calls=3
//--- own.c
#define _GNU_SOURCE
#include <pthread.h>
#include <ucontext.h>

static ucontext_t Thread, Fiber;
static char Stack[1 << 16];
static volatile int HasEnded, Sink;

static void run(void) {
  for (int I = 0; I != 50; ++I) {
    for (int J = 0; J != 1000; ++J)
      Sink += J;
    swapcontext(&Fiber, &Thread);
  }
  HasEnded = 1;
}

static void *enter(void *Unused) {
  swapcontext(&Thread, &Fiber);
  return Unused;
}

int main(void) {
  getcontext(&Fiber);
  Fiber.uc_stack.ss_sp = Stack;
  Fiber.uc_stack.ss_size = sizeof(Stack);
  Fiber.uc_link = &Thread;
  makecontext(&Fiber, run, 0);
  while (!HasEnded) {
    pthread_t T;
    pthread_create(&T, 0, enter, 0);
    pthread_join(T, 0);
  }
}
//--- main.c
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <ucontext.h>

void fiber(long);

/// Saves the registers that a call keeps and the stack pointer, then continues
/// on the other stack.
void switch_to(void **From, void *To);
asm(".globl switch_to\n"
    "switch_to:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n");

static ucontext_t Thread, Fiber;
static void *ThreadStack, *FiberStack;
static _Alignas(64) char Stack[1 << 16];
static int ByHand, HasEnded;

void leave(void) {
  if (ByHand)
    switch_to(&FiberStack, ThreadStack);
  else
    swapcontext(&Fiber, &Thread);
}

static void run(void) {
  fiber(3);
  HasEnded = 1;
  leave();
}

static void *enter(void *Unused) {
  if (ByHand)
    switch_to(&ThreadStack, FiberStack);
  else
    swapcontext(&Thread, &Fiber);
  return Unused;
}

int main(int Count, char **Arguments) {
  ByHand = Count > 1 && !strcmp(Arguments[1], "hand");
  int Stays = Count > 2;
  getcontext(&Fiber);
  Fiber.uc_stack.ss_sp = Stack;
  Fiber.uc_stack.ss_size = sizeof(Stack);
  makecontext(&Fiber, run, 0);
  void **Top = (void **)(Stack + sizeof(Stack)) - 16;
  Top[6] = (void *)run;
  FiberStack = Top;
  while (!HasEnded) {
    pthread_t T;
    if (Stays) {
      enter(0);
      continue;
    }
    pthread_create(&T, 0, enter, 0);
    pthread_join(T, 0);
  }
}
