// Threads that fork while others count, and exit while these still do.
//
// What else a child lists depends on what was translated when it was made.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: show_child() { %show $F | grep -o 3=.*; }
// RUN: run() { \
// RUN:   qemu-$A -plugin %counter_unit,out=$A.json ./$A; \
// RUN:   echo "status $?"; \
// RUN:   %show $A.json && \
// RUN:   ls $A.json.* | wc -l && \
// RUN:   each F $A.json.* -- show_child | sort -u; \
// RUN: }
// RUN: check() { clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && run | FileCheck %s; }
// RUN: each A x86_64 riscv64 -- check
// CHECK: status 7
// CHECK-NEXT: 1={{[1-9][0-9]*}} 2=40{{$}}
// CHECK-NEXT: {{^}}40{{$}}
// CHECK-NEXT: {{^}}3=50{{$}}
// CHECK-NOT: {{.}}
#include "instructions.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *countForever(void *Arg) {
  for (;;)
    INC(1);
}

static void *makeChildren(void *Arg) {
  for (int I = 0; I < 20; ++I) {
    INC(2);
    pid_t Child = fork();
    if (!Child) {
      for (int J = 0; J < 50; ++J)
        INC(3);
      _exit(0);
    }
    int Status;
    if (waitpid(Child, &Status, 0) != Child || Status)
      abort();
  }
  return 0;
}

int main(void) {
  pthread_t Counting, Forking[2];
  pthread_create(&Counting, 0, countForever, 0);
  for (int I = 0; I < 2; ++I)
    pthread_create(&Forking[I], 0, makeChildren, 0);
  for (int I = 0; I < 2; ++I)
    pthread_join(Forking[I], 0);
  // The shell's process counts nothing: no file.
  if (WEXITSTATUS(system("exit 3")) != 3)
    abort();
  exit(7);
}
