// Counters on edges: where both conditions of a loop leave it, one of the two is
// not counted in it. The counter of a branch that is taken is out of line, where
// unwinders know the frame. The code of branches, and code that is taken apart
// later, has counters of segments only.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts -mllvm -verify-machineinstrs -S %s -o - | FileCheck %s
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts,branches -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=SEGMENTS
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts -fbasic-block-sections=all -S %s -o - 2> warning.txt \
// RUN:   | FileCheck %s --check-prefix=SEGMENTS
//
// CHECK-LABEL: find:
// CHECK:       # =>This Inner Loop
// CHECK-NOT:   incq
// CHECK:       jne [[STUB:.LBB[0-9_]+]]
// CHECK:       subl $1
// CHECK-NOT:   incq
// CHECK:       testb
// CHECK:       retq
// CHECK:       [[STUB]]:
// CHECK:       .cfi_def_cfa %rsp, 64
// CHECK-NEXT:  .cfi_offset %rbx, -56
// CHECK:       .cfi_offset %r15, -24
// CHECK:       incq %fs:__udpc_profile_slots@TPOFF
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
