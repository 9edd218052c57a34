// Counters on edges: where both conditions of a loop leave it, one of the two is
// not counted in it. The counter of a branch that is taken is out of line, where
// unwinders know the frame. The code of branches, and code that is taken apart
// later, has counters of segments only.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fno-unroll-loops -S %s -o plain.s
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts -mllvm -verify-machineinstrs -S %s -o counts.s
// RUN: FileCheck %s < counts.s
// RUN: %inserted plain.s counts.s find | FileCheck %s --check-prefix=COST
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts,branches -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=SEGMENTS
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts -fbasic-block-sections=all -S %s -o - 2> warning.txt \
// RUN:   | FileCheck %s --check-prefix=SEGMENTS
//
// Four counters, and jumps back from the two that are out of line.
// COST: find: 6 inserted
//
// CHECK-LABEL: find:
// CHECK:       .cfi_def_cfa_offset [[FRAME:64]]
// CHECK-NEXT:  .cfi_offset [[A:%r[a-z0-9]+]], [[A_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[B:%r[a-z0-9]+]], [[B_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[C:%r[a-z0-9]+]], [[C_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[D:%r[a-z0-9]+]], [[D_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[E:%r[a-z0-9]+]], [[E_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[F:%r[a-z0-9]+]], [[F_AT:-[0-9]+]]
// CHECK:       # =>This Inner Loop
// CHECK-NOT:   incq
// CHECK:       jne [[STUB:.LBB[0-9_]+]]
// CHECK:       subl $1
// CHECK-NOT:   incq
// CHECK:       testb
// CHECK:       retq
// CHECK:       [[STUB]]:
// CHECK:       .cfi_def_cfa %rsp, [[FRAME]]
// CHECK-DAG:   .cfi_offset [[A]], [[A_AT]]
// CHECK-DAG:   .cfi_offset [[B]], [[B_AT]]
// CHECK-DAG:   .cfi_offset [[C]], [[C_AT]]
// CHECK-DAG:   .cfi_offset [[D]], [[D_AT]]
// CHECK-DAG:   .cfi_offset [[E]], [[E_AT]]
// CHECK-DAG:   .cfi_offset [[F]], [[F_AT]]
// CHECK-NEXT:  .loc
// CHECK-NEXT:  incq %fs:__udpc_profile_slots@TPOFF
// CHECK-NEXT:  jmp .LBB
// CHECK:       .size find
//
// SEGMENTS-LABEL: find:
// SEGMENTS:       incq %fs:__udpc_profile_slots@TPOFF
// SEGMENTS:       movsbl
//
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts %s -o counts
// RUN: env UDPC_OPTIONS=cachegrind_output=counts.out ./counts
// RUN: FileCheck %s --check-prefix=OUT < counts.out
// 70 rounds, 69 of them to the end of the condition.
// OUT: fn=find
// OUT: 14 70 70 0
// OUT: 15 418 0 0

#line 1
unsigned Next[100];
char Values[100];

__attribute__((noinline)) int use(int I) {
  __asm__ volatile("" : "+r"(I));
  return I;
}

__attribute__((noinline)) int find(unsigned I, int N, unsigned Last, int Wanted) {
  int Found = 0;
  do {
    if (Values[I] == Wanted && use(I))
      Found = I;
    I = Next[I];
  } while (I > Last && --N);
  return Found;
}

int main(void) {
  for (int I = 0; I != 100; ++I) {
    Next[I] = I - 1;
    Values[I] = I & 15;
  }
  return find(99, 50, 0, 3) + find(20, 50, 0, 5) - 51 - 5;
}
