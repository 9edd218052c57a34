// Executables update the branch predictor on the edges of conditional branches:
// with one free register and no call, also after the two branches of a
// comparison of floating-point numbers, between which the flags are live.
// Libraries, and code that is taken apart later, call before each branch.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fno-unroll-loops -S %s -o plain.s
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts,branches -S %s -o edges.s
// RUN: FileCheck %s --implicit-check-not="callq	__udpc_branch{{$}}" < edges.s
// RUN: %inserted plain.s edges.s | FileCheck %s --check-prefix=COST
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts,branches -fPIC -S %s -o pic.s
// RUN: FileCheck %s --check-prefix=CALL < pic.s
// RUN: not grep -E "branch_(not_)?taken" pic.s
// RUN: udpc-clang -O2 -fno-unroll-loops -fudpc-profile=counts,branches \
// RUN:   -fbasic-block-sections=all -S %s -o split.s 2> split.txt
// RUN: FileCheck %s --check-prefix=CALL < split.s
// CALL-LABEL: count:
// CALL: callq {{.*}}__udpc_branch{{$|@}}
//
// What an edge costs, taken or not: 7 instructions.
// COST-LABEL: count:
// COST:         {{^}}  je .Ltmp
// COST-COUNT-7: {{^}}+
// COST-NEXT:    {{^}}.Ltmp
// COST:         {{^}}  retq
// COST:         {{^}}+ movl %fs:__udpc_branch_tables@TPOFF,
// COST-COUNT-6: {{^}}+
// COST-NEXT:    {{^}}.Ltmp
// COST-NEXT:    {{^}}+ jmp .LBB
// COST-LABEL: same:
//
// CHECK-LABEL: count:
// Not taken, between the branch and the code that follows it:
// CHECK: j{{[a-z]+}} [[TAKEN:.Ltmp[0-9]+]]
// CHECK-NEXT: movl %fs:__udpc_branch_tables@TPOFF, [[H:%[a-z0-9]+]]
// CHECK: movl [[H]], %fs:__udpc_branch_tables@TPOFF
// CHECK: cmpb $0, %fs:__udpc_branch_tables@TPOFF+{{[0-9]+}}(%r
// CHECK-NEXT: jne [[SLOW:.Ltmp[0-9]+]]
// Out of line: a counter that has not settled, and the branch when it is taken.
// CHECK: [[SLOW]]:
// CHECK: leaq __udpc_outcomes{{.*}}(%rip), %rsi
// CHECK: callq __udpc_branch_not_taken
// CHECK: [[TAKEN]]:
// CHECK: cmpb $3, %fs:__udpc_branch_tables@TPOFF+
// CHECK: jmp .LBB
// CHECK: callq __udpc_branch_taken
//
// The second branch reads the flags of the comparison as well.
// CHECK-LABEL: same:
// CHECK: ucomisd
// CHECK-NEXT: jne
// CHECK-NOT: __udpc_branch_tables
// CHECK: jp
// Neither was taken.
// CHECK-NEXT: movl %fs:__udpc_branch_tables@TPOFF,
// CHECK: cmpb $0, %fs:__udpc_branch_tables@TPOFF+
// CHECK: movl %fs:__udpc_branch_tables@TPOFF,
// CHECK: cmpb $0, %fs:__udpc_branch_tables@TPOFF+
void use(long);
long count(const long *P, long N) {
  long Sum = 0;
  for (long I = 0; I != N; ++I)
    if (P[I] > 7)
      use(I);
  return Sum;
}
void same(double A, double B) {
  if (A == B)
    use(1);
  use(2);
}
