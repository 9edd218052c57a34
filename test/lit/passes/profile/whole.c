// Code that must not be taken apart: naked functions, what the outliner would move, calls of __morestack.
//
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: clang -O2 -fprofile-instr-generate -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - | FileCheck %s
// RUN: clang -O2 -fsplit-stack -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=SPLIT

// The machine outliner runs after the profile's pass.
// IR: attributes #0 = {{.*}} "nooutline" {{.*}} "udpc-profile"="cache"

// Which registers a naked function needs is unknown: a counter that is
// put in before its assembly is checked with registers that are saved.
__attribute__((naked)) int naked(int X) {
  __asm__("leal 3(%rdi), %eax\n ret");
}
// CHECK-LABEL: naked:
// CHECK: leaq -128(%rsp), %rsp
// CHECK: pushfq
// CHECK: pushq [[A:%r[a-z0-9]+]]
// CHECK: cmpq $0, %fs:__udpc_code_stamps
// CHECK: popq [[A]]
// CHECK: popfq
// CHECK: leaq -128(%rsp), %rsp
// CHECK: pushfq
// CHECK: pushq [[A:%r[a-z0-9]+]]
// CHECK: pushq [[B:%r[a-z0-9]+]]
// CHECK: popq [[B]]
// CHECK: popq [[A]]
// CHECK: popfq
// CHECK: leal 3(%rdi), %eax

// __morestack returns behind the instruction after its call.
void use(int *);
int split(int *P) {
  int A[10000];
  use(A);
  return *P + A[7];
}
// SPLIT-LABEL: split:
// SPLIT-NOT: __udpc
// SPLIT: callq __morestack
// SPLIT-NEXT: retq
// SPLIT-NOT: __udpc
// SPLIT: .size split
