// A child of fork counts from 0 into a file of its own; what the counter unit starts
// beside the guest is no child of the guest's.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: show_all() { \
// RUN:   %show $A.json && \
// RUN:   each P $(cat children) -- %show $A.json.{P} && \
// RUN:   each P $(cat children2) -- %show $A-{P}-.json; \
// RUN: }
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin %counter_unit,out=$A.json ./$A >children && \
// RUN:   qemu-$A -plugin %counter_unit,out=$A-%%p-.json ./$A >children2 && \
// RUN:   show_all | FileCheck %s; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// CHECK: 1=10 3=1{{$}}
// The child, killed; then its own child.
// CHECK-NEXT: 1=0 2=20{{$}}
// CHECK-NEXT: 1=0 2=0 3=300{{$}}
// CHECK-NEXT: 1=0 2=20{{$}}
// CHECK-NEXT: 1=0 2=0 3=300{{$}}

// A child that counts nothing leaves none: two runs with three processes each
// that counted, and so many files.
// RUN: ls x86_64*.json* | wc -l | FileCheck %s --check-prefix=FILES
// FILES: {{^}}6{{$}}
#include "instructions.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t Ended;
static void childEnded(int Signal) { Ended = Ended + 1; }

static void noChildren(void) {
  if (Ended || waitpid(-1, 0, WNOHANG) != -1 || errno != ECHILD)
    _exit(99);
}

static __attribute__((noinline)) void count(int Which) {
  if (Which == 1)
    INC(1);
  else if (Which == 2)
    INC(2);
  else
    INC(3);
}

int main(void) {
  int Status;
  noChildren();
  signal(SIGCHLD, childEnded);
  for (int I = 0; I < 10; ++I)
    count(1);
  pid_t Idle = fork();
  if (!Idle)
    _exit(0);
  waitpid(Idle, 0, 0);
  Ended = 0;

  pid_t Child = fork();
  if (!Child) {
    noChildren();
    for (int I = 0; I < 20; ++I)
      count(2);
    pid_t Second = fork();
    if (!Second) {
      noChildren();
      for (int I = 0; I < 300; ++I)
        count(3);
      _exit(0);
    }
    printf("%d\n%d\n", (int)getpid(), (int)Second);
    fflush(stdout);
    if (waitpid(Second, &Status, 0) != Second || Status)
      _exit(98);
    raise(SIGKILL);
  }
  if (waitpid(Child, &Status, 0) != Child || !WIFSIGNALED(Status) ||
      WTERMSIG(Status) != SIGKILL)
    return 97;
  count(3);
  return 0;
}
