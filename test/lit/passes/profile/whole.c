// Code that must not be taken apart: naked functions, what the outliner would move, calls of __morestack.
//
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: clang -O2 -fprofile-instr-generate -S %s -o %t.plain.s
// RUN: clang -O2 -fprofile-instr-generate -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o %t.cache.s
// RUN: %inserted %t.plain.s %t.cache.s naked | FileCheck %s
// RUN: clang -O2 -fsplit-stack -S %s -o %t.plain.s
// RUN: clang -O2 -fsplit-stack -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o %t.cache.s
// RUN: %inserted %t.plain.s %t.cache.s split | FileCheck %s --check-prefix=SPLIT

// The machine outliner runs after the profile's pass.
// IR: attributes #0 = {{.*}} "nooutline" {{.*}} "udpc-profile"="cache"

// Which registers a naked function needs is unknown: a counter that is
// put in before its assembly is checked with registers that are saved.
__attribute__((naked)) int naked(int X) {
  __asm__("leal 3(%rdi), %eax\n ret");
}
// CHECK-LABEL: naked:
// CHECK-NEXT: + leaq -128(%rsp), %rsp
// CHECK-NEXT: + pushfq
// CHECK-NEXT: + incq %fs:__udpc_profile_slots
// CHECK-NEXT: + popfq
// CHECK-NEXT: + leaq 128(%rsp), %rsp
// CHECK-NEXT: + leaq -128(%rsp), %rsp
// CHECK-NEXT: + pushfq
// CHECK-NEXT: + pushq [[A:%r[a-z0-9]+]]
// CHECK-NEXT: + cmpq $0, %fs:__udpc_code_stamps
// CHECK-NOT:  {{push|pop}}
// CHECK:      + popq [[A]]
// CHECK-NEXT: + popfq
// CHECK-NEXT: + leaq 128(%rsp), %rsp
// CHECK-NEXT: + leaq -128(%rsp), %rsp
// CHECK-NEXT: + pushfq
// CHECK-NEXT: + pushq [[A:%r[a-z0-9]+]]
// CHECK-NEXT: + pushq [[B:%r[a-z0-9]+]]
// CHECK-NOT:  {{push|pop}}
// CHECK:      + popq [[B]]
// CHECK-NEXT: + popq [[A]]
// CHECK-NEXT: + popfq
// CHECK-NEXT: + leaq 128(%rsp), %rsp
// CHECK-NEXT: {{^}}  incq .L__profc_naked
// CHECK-NEXT: {{^}}  leal 3(%rdi), %eax

// __morestack returns behind the instruction after its call.
void use(int *);
int split(int *P) {
  int A[10000];
  use(A);
  return *P + A[7];
}
// SPLIT: split: 0 inserted
// SPLIT: {{^}}  callq __morestack
// SPLIT-NEXT: {{^}}  retq
