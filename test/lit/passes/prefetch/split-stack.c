// A function with a split stack begins with a look at how much is left. The linker
// knows that code by its bytes, and changes it where the function calls one that
// was compiled without: no prefetch may come before it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: echo 'work:0:0' > hints.afdo
// RUN: each number 0 1 2 3 4 5 6 7 8 9 -- echo " 0.{number}: 0 __prefetch_nta_0:4096" >> hints.afdo
// RUN: clang -O1 -fsplit-stack -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs -Rpass=udpc \
// RUN:   -Rpass-missed=udpc -c %s -o code.o 2> remarks
// RUN: FileCheck %s --check-prefix=REMARK < remarks
// RUN: clang -fsplit-stack -fuse-ld=lld code.o -lgcc -o code
// RUN: ./code
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work code | FileCheck %s
// CHECK-LABEL: <work>:
// CHECK-NOT:   prefetch
// CHECK:       cmpq %fs:0x70, %r11
// CHECK:       prefetchnta
// REMARK-DAG: hint work:0.{{[0-9]}} (nta, 4096) is not applied: the linker has to know the code of a split stack
// REMARK-DAG: hint work{{.*}} (nta, 4096) is applied

#include <stdio.h>
__attribute__((noinline)) int work(int *P) { volatile char B[3000]; B[P[0]] = 1; return puts("x") + P[1] + B[1]; }
int main(void) {
  int A[3] = {1, 2, 3};
  return work(A) < 0;
}
