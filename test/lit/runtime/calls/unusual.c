// Calls that are not simply entered and left: tail calls, recursion, pointers,
// callbacks of other code, longjmp, signal handlers, coroutines, threads.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a | FileCheck %s --check-prefix=OUT
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main on run thrower recurse co coro > graph
// RUN: FileCheck %s --match-full-lines < graph
//
// The program is not disturbed, in a child neither. The child's profile begins
// with it: functions that it is in have costs, but have not been called.
// OUT: 27
// RUN: udpc export --format=callgrind a.cache.* -o child.out
// RUN: %python %S/Inputs/graph.py child.out main forker | FileCheck %s --check-prefix=CHILD --match-full-lines
// CHILD:      forker -> exit: 1
// CHILD-NEXT: forker -> fork: 1
// CHILD-NEXT: forker -> leaf: 1
// CHILD-NEXT: main -> forker: 0
// CHILD-NOT:  {{.}}
//
//      CHECK: call -> leaf: 1
// CHECK-NEXT: call -> tail2: 1
// CHECK:      catcher -> leaf: 2
// CHECK-NEXT: catcher -> thrower: 1
// CHECK:      compare -> leaf: {{.*}}
// CHECK:      main -> tail1: 1
// CHECK-NEXT: main -> tail_qsort: 1
// CHECK-NEXT: main -> tail_unprofiled: 1
// CHECK-NEXT: main -> threads: 1
// CHECK:      on -> leaf: 2
// CHECK:      recurse -> leaf: 301
// CHECK-NEXT: recurse -> recurse: 300
// CHECK:      run -> leaf: 4
// CHECK-NEXT: run -> tail1: 4
// CHECK-NOT:  sig -> on: {{.*}}
// CHECK:      sorter -> compare: {{.*}}
// CHECK:      tail1 -> leaf: 5
// CHECK-NEXT: tail1 -> tail2: 5
// CHECK-NEXT: tail2 -> leaf: 12
// CHECK-NEXT: tail_qsort -> compare: {{.*}}
// CHECK-NEXT: tail_qsort -> leaf: 1
// CHECK-NEXT: tail_qsort -> qsort: 1
// CHECK-NEXT: tail_unprofiled -> leaf: 1
// CHECK:      thrower -> thrower: 4
//
// All sums are right.
// CHECK-NOT: {{.*}} inclusive, {{.*}}
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#define NI __attribute__((noinline))
NI long leaf(long n) {
  volatile long s = 0;
  for (long i = 0; i < n; i++)
    s += i;
  return s;
}
NI int compare(const void *a, const void *b) {
  leaf(2);
  return *(const int *)a - *(const int *)b;
}
NI void sorter(void) {
  int a[20];
  for (int i = 0; i < 20; i++)
    a[i] = (i * 7) % 20;
  qsort(a, 20, sizeof(int), compare);
  if (a[3] != 3)
    abort();
}
NI void *tail_unprofiled(void *p) {
  leaf(3);
  return memset(p, 0, strlen((char *)p));
}
NI long tail2(long n) {
  leaf(2);
  return leaf(n + 1);
}
NI long tail1(long n) {
  leaf(1);
  return tail2(n + 1);
}
NI void tail_qsort(int *a) {
  leaf(4);
  qsort(a, 4, sizeof(int), compare);
}
static jmp_buf J;
NI void thrower(int n) {
  leaf(5);
  if (n == 0)
    longjmp(J, 1);
  thrower(n - 1);
  leaf(1);
}
NI int catcher(void) {
  volatile int k = 0;
  if (setjmp(J) == 0) {
    thrower(4);
  } else {
    leaf(7);
    k = 1;
  }
  leaf(8);
  return k;
}
typedef long (*fp)(long);
NI long call(fp f, long n) { return f(n) + 1; }
static ucontext_t M, C;
static char stk[65536];
NI void co(void) {
  for (int i = 0; i < 3; i++) {
    leaf(10);
    swapcontext(&C, &M);
    leaf(11);
  }
}
NI void coro(void) {
  getcontext(&C);
  C.uc_stack.ss_sp = stk;
  C.uc_stack.ss_size = sizeof stk;
  C.uc_link = &M;
  makecontext(&C, co, 0);
  for (int i = 0; i < 4; i++) {
    leaf(1);
    swapcontext(&M, &C);
  }
}
NI void on(int s) { leaf(12); }
NI void sig(void) {
  signal(SIGUSR1, on);
  raise(SIGUSR1);
  leaf(3);
}
static char alt[65536];
NI void sigalt(void) {
  stack_t st = {.ss_sp = alt, .ss_size = sizeof alt};
  sigaltstack(&st, 0);
  struct sigaction sa = {.sa_handler = on, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR2, &sa, 0);
  raise(SIGUSR2);
  leaf(4);
}
NI void *run(void *p) {
  leaf((long)p);
  tail1(1);
  return 0;
}
NI void threads(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(t + i, 0, run, (void *)(i + 1));
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
}
NI void forker(void) {
  pid_t p = fork();
  if (!p) {
    leaf(100);
    exit(0);
  }
  int st;
  waitpid(p, &st, 0);
  leaf(2);
}
NI long recurse(long n) { return leaf(n ? recurse(n - 1) & 1 : 1) + 1; }
int main(int argc, char **argv) {
  char b[] = "hello";
  int a[4] = {3, 1, 2, 0};
  long r = 0;
  sorter();
  tail_unprofiled(b);
  r += tail1(3);
  tail_qsort(a);
  r += catcher();
  r += call(leaf, 3) + call(tail2, 4);
  coro();
  sig();
  sigalt();
  threads();
  if (argc < 2)
    forker();
  r += recurse(300);
  printf("%ld\n", r);
  return 0;
}
