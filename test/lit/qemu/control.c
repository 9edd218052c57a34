// Commands to a counter unit from outside, while the program waits between its steps.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && \
// RUN:   %python %S/Inputs/control.py qemu-$A \
// RUN:     -plugin "%counter_unit,out=u.json,width=8,write=5:9,mask=7,every=3:6,log=log,control=s" ./$A >out 2>&1 && \
// RUN:   FileCheck %s <out && \
// RUN:   %show u.json | FileCheck %s --check-prefix=FILE; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// CHECK:      after steps of both threads
// CHECK-NEXT: read 3: count=16 value=16 0:8=8 1:8=8
// Counter 7 is masked from the start, and still known.
// CHECK-NEXT: read 7: count=0 value=0
//
// What was counted stays; registers go on from what is written.
// CHECK-NEXT: write 3=250: ok
// CHECK-NEXT: write 3=1 thread=1: ok
// CHECK-NEXT: read 3: count=16 value=251 0:8=250 1:8=1
// CHECK-NEXT: unmask 7/inc thread=0: ok
// CHECK-NEXT: mask 3/dec: ok
// CHECK-NEXT: after steps of both threads
// CHECK-NEXT: read 3: count=36 value=15 0:18=4 1:18=11
// CHECK-NEXT: read 7: count=1 value=1 0:1=1
// Counter 5 begins with 9, and counts 1 in each step.
// CHECK-NEXT: read 5: count=4 value=22 0:2=11 1:2=11
// CHECK-NEXT: reset 5 thread=1: ok
// CHECK-NEXT: read 5: count=4 value=20 0:2=11 1:2=9
// CHECK-NEXT: reset: ok
// CHECK-NEXT: read 3+5: count=36 value=0 0:18=0 1:18=0 count=4 value=18 0:2=9 1:2=9
// CHECK-NEXT: mask 0-255: ok
// CHECK-NEXT: after steps of both threads
// CHECK-NEXT: read 3: count=36 value=0 0:18=0 1:18=0
//
// CHECK-NEXT: write 3=x: error: expected counters such as 3=250+7=-1, not '3=x'
// CHECK-NEXT: reset 3 thread=7: error: no thread '7'; they are 0 to 1
// CHECK-NEXT: bytes: error: unknown command '??<{{.*}}
// CHECK-NEXT: 1 MB: error: a line of more than 4096 characters
// CHECK-NEXT: two in one: ok ok
// CHECK-NEXT: 40 that hang up: read 3: count=36
// CHECK-NEXT: mode 600
// CHECK-NEXT: cannot listen at '{{.*}}/s': Address already in use
//
// A child has a socket of its own, until it ends.
// CHECK-NEXT: child: read 3: count=10 value=10 0:10=10
// CHECK-NEXT: parent: read 3: count=36
// CHECK-NEXT: after the child: True
// CHECK-NEXT: at the end: exit status 0, left: []
// CHECK-NOT:  {{.}}
// FILE: 3=36 5=4 7=1

// What cannot be the socket, with which the guest is not started; what a killed
// guest has left, which is replaced.
// RUN: cd %t
// RUN: echo mine >file
// RUN: refuse() { not qemu-x86_64 -plugin "%counter_unit,out=e.json,control=$X" ./x86_64 </dev/null; }
// RUN: each X file nowhere/s $(printf %%0120d 0) -- refuse 2>&1 | grep ^udpc | FileCheck %s --check-prefix=WRONG
// RUN: test "$(cat file)" = mine
// WRONG:      cannot listen at '{{.*}}/file': File exists
// WRONG-NEXT: cannot listen at '{{.*}}/nowhere/s': No such file or directory
// WRONG-NEXT: cannot listen at '{{.*}}': File name too long
// RUN: %python -c "import socket; socket.socket(socket.AF_UNIX).bind('old')" && \
// RUN:   qemu-x86_64 -plugin "%counter_unit,out=e.json,control=old" ./x86_64 </dev/null && test ! -e old
#include "instructions.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t Wanted, Done;

static void step(void) {
  for (int I = 0; I < 10; ++I)
    INC(3);
  DEC(3);
  DEC(3);
  INC(5);
  INC(7);
  DEC(7);
}

static void *work(void *Arg) {
  for (;;) {
    sem_wait(&Wanted);
    step();
    sem_post(&Done);
  }
  return Arg;
}

// Each character is a step of this thread, one of the other, or a child.
int main(void) {
  sem_init(&Wanted, 0, 0);
  sem_init(&Done, 0, 0);
  pthread_t Thread;
  pthread_create(&Thread, 0, work, 0);
  char What;
  while (read(0, &What, 1) == 1) {
    if (What == '0')
      step();
    if (What == '1') {
      sem_post(&Wanted);
      sem_wait(&Done);
    }
    if (What == 'f') {
      pid_t Child = fork();
      if (Child == 0) {
        for (int I = 0; I < 10; ++I)
          INC(3);
        printf("%d\n", (int)getpid());
        fflush(stdout);
        _exit(read(0, &What, 1) != 1);
      }
      waitpid(Child, 0, 0);
    }
    puts("done");
    fflush(stdout);
  }
  return 0;
}
