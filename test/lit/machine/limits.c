// Unsupported operations are reported once, and the program continues or ends as
// it would by itself.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static -w %s -o %t
// RUN: udpc-machine %t clone 2>&1 | FileCheck %s --check-prefix CLONE
// RUN: udpc-machine %t unknown 2>&1 | FileCheck %s --check-prefix UNKNOWN
// RUN: %python -c "import subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode)" udpc-machine %t abort 2>&1 \
// RUN:   | FileCheck %s --check-prefix ABORT
// RUN: %python -c "import subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode)" udpc-machine %t null 2>&1 \
// RUN:   | FileCheck %s --check-prefix NULL
// RUN: %python -c "import subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode)" udpc-machine %t illegal \
// RUN:   2>&1 | FileCheck %s --check-prefix ILLEGAL
// RUN: rm -f %t.log.* && udpc-machine --every=1000 --log=%t.log %t fork
// RUN: ls %t.log.*
// RUN: udpc-machine %t zero 2>&1 | FileCheck %s --check-prefix ZERO
// RUN: udpc-machine %t tracer 2>&1 | FileCheck %s --check-prefix TRACER
//
// CLONE: udpc-machine: warning: system call 220 would start a process that shares its memory, which is not implemented; it fails with EINVAL
// CLONE-NOT: warning
// CLONE: clone: -1 22 -1
// UNKNOWN: udpc-machine: warning: system call 4000 is not implemented; it fails with ENOSYS
// UNKNOWN-NOT: warning
// UNKNOWN: unknown: 38
// ABORT: -6
// NULL: udpc-machine: Segmentation fault: invalid access of memory at 0x{{[0-9a-f]+}}
// NULL: -11
// ILLEGAL: udpc-machine: Illegal instruction: illegal instruction at 0x{{[0-9a-f]+}}
// ILLEGAL: -4
// ZERO: udpc-machine: warning: the program reads counter 18, which the machine does not model; it reads 0
// ZERO-NOT: warning
// ZERO: values 0 0
// TRACER: udpc-machine: warning: a sample was taken with sampleFuncAddr 0, and no tracer takes over its system call
// TRACER-NOT: warning
// TRACER: happened 1

#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(void *P) { return 0; }

int main(int Argc, char **Argv) {
  const char *What = Argv[1];
  unsigned long First = 1, Second = 1;
  if (!strcmp(What, "clone")) {
    // Two processes in one memory, at the same time.
    static char Stack[8192] __attribute__((aligned(16)));
    int A = clone(run, Stack + 8192, CLONE_VM | SIGCHLD, NULL), Error = errno;
    printf("clone: %d %d %d\n", A, Error,
           clone(run, Stack + 8192, CLONE_VM | SIGCHLD, NULL));
  } else if (!strcmp(What, "unknown")) {
    syscall(4000);
    syscall(4000);
    printf("unknown: %d\n", errno);
  } else if (!strcmp(What, "abort")) {
    abort();
  } else if (!strcmp(What, "null")) {
    return *(volatile int *)8;
  } else if (!strcmp(What, "illegal")) {
    __asm__ volatile(".2byte 0");
  } else if (!strcmp(What, "fork")) {
    pid_t Child = fork();
    for (volatile int I = 0; I < 1000; ++I)
      ;
    if (Child)
      wait(NULL);
  } else if (!strcmp(What, "zero")) {
    __asm__ volatile("addi x0, %0, 146" : "+r"(First));
    __asm__ volatile("addi x0, %0, 255" : "+r"(Second));
    printf("values %lu %lu\n", First, Second);
  } else if (!strcmp(What, "tracer")) {
    for (int I = 0; I < 2; ++I) {
      __asm__ volatile("addi x0, %0, 1" ::"r"(0x1234567ul));
      __asm__ volatile("addi x0, %0, 4" ::"r"(5ul));
      __asm__ volatile("addi x0, %0, 7" ::"r"(1ul));
      for (volatile int K = 0; K < 10; ++K)
        ;
    }
    __asm__ volatile("addi x0, %0, 34" : "+r"(First));
    printf("happened %lu\n", First);
  }
  return 0;
}
