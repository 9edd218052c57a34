// Code that a program makes and changes is executed as it is after fence.i, the
// system call riscv_flush_icache, or mprotect.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: udpc-machine %t | FileCheck %s
// RUN: udpc-machine --counters=/dev/null %t | FileCheck %s
// RUN: qemu-riscv64 %t | FileCheck %s
//
// CHECK: fence.i: 1000 2000
// CHECK-NEXT: system call: 3000
// CHECK-NEXT: mprotect: 4000
// CHECK-NEXT: new mapping: 5000

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int (*function)(void);

static int callOften(function F) {
  int Sum = 0;
  for (int I = 0; I < 1000; ++I)
    Sum += F();
  return Sum;
}

/* li a0, Number; ret */
static void writeCode(unsigned *Code, unsigned Number) {
  Code[0] = 0x00000513 | Number << 20;
  Code[1] = 0x00008067;
}

int main(void) {
  unsigned *Code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  writeCode(Code, 1);
  __asm__ volatile("fence.i" ::: "memory");
  int First = callOften((function)Code);
  writeCode(Code, 2);
  __asm__ volatile("fence.i" ::: "memory");
  printf("fence.i: %d %d\n", First, callOften((function)Code));
  writeCode(Code, 3);
  syscall(259, Code, Code + 2, 0);
  printf("system call: %d\n", callOften((function)Code));
  mprotect(Code, 4096, PROT_READ | PROT_WRITE);
  writeCode(Code, 4);
  mprotect(Code, 4096, PROT_READ | PROT_EXEC);
  printf("mprotect: %d\n", callOften((function)Code));
  munmap(Code, 4096);
  unsigned *Again = mmap(Code, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  writeCode(Again, 5);
  __asm__ volatile("fence.i" ::: "memory");
  printf("new mapping: %d\n", callOften((function)Again));
  return 0;
}
