// The udpc instruction beside the registers; masks, width, periods and children
// of fork, which inherit procTag and the registers.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: rm -f %t.json*
// RUN: udpc-machine --unit=out=%t.json,width=8,write=3:250,mask=4-5+9,every=6:100,log=%t.overflows %t 2> %t.err \
// RUN:   | FileCheck %s --check-prefix OUT
// RUN: FileCheck %s --input-file %t.json
// RUN: FileCheck %s --input-file %t.err --check-prefix ERR
// RUN: FileCheck %s --input-file %t.overflows --check-prefix LOG
// RUN: cat %t.json.* | FileCheck %s --check-prefix CHILD
// RUN: qemu-riscv64 -plugin %counter_unit,out=%t.qemu,width=8,write=3:250,mask=4-5+9 %t > /dev/null 2>&1
// RUN: diff %t.qemu %t.json
//
// OUT: child: procTag 1234567, enabled
// OUT: parent: child ended with 5
// CHECK: "counter":3,"count":1000
// CHECK-NOT: "counter":4
// CHECK: "counter":6,"count":1000
// CHECK: "counter":8,"count":3000
// CHECK-NOT: "counter":9
// CHECK: "counter":62,"count":32000
// CHECK: "counter":63,"count":1000
// ERR: udpc-machine: warning: counter 3 overflowed its 8 bits; counting continues
// LOG-COUNT-10: "cause":"every","counter":6
// CHILD: "counter":3,"count":7
// CHILD-NOT: "counter":6

#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(counter) __asm__ volatile("slti x0, x0, " #counter ::: "memory")

// Counter 8 three times and 9 twice; 62 32 times and 63 once.
#define COUNT_TWO __asm__ volatile("sltiu x0, x2, 72\nsltiu x0, x31, 62" ::: "memory")

int main(void) {
  __asm__ volatile("addi x0, %0, 1" ::"r"(0x1234567ul));
  __asm__ volatile("addi x0, %0, 7" ::"r"(1ul));
  for (int I = 0; I < 1000; ++I) {
    COUNT(3);
    COUNT(4);
    COUNT(6);
    COUNT_TWO;
  }
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    uint64_t Tag = 0, Before = 0, After = 0;
    __asm__ volatile("addi x0, %0, 33" : "+r"(Tag));
    __asm__ volatile("addi x0, %0, 129" : "+r"(Before));
    for (int I = 0; I < 7; ++I)
      COUNT(3);
    __asm__ volatile("addi x0, %0, 129" : "+r"(After));
    printf("child: procTag %lx, %s\n", Tag,
           Tag != 0x1234567 || After > Before ? "enabled" : "disabled");
    fflush(stdout);
    _exit(5);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  printf("parent: child ended with %d\n", WEXITSTATUS(Status));
  return 0;
}
