// The call frame information of inserted code: where it moves the stack pointer, and
// in cold code at the function's end, which has the rules of the place it belongs to.
//
// RUN: clang -O2 -fomit-frame-pointer -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - | FileCheck %s
// RUN: clang -O2 -fno-omit-frame-pointer -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=POINTER
// RUN: clang -O2 -fno-asynchronous-unwind-tables -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not=.cfi

int use(int *);

int calls(int *P, int N) {
  if (__builtin_expect(N == 0, 0))
    return P[1];
  int A = use(P);
  return A + use(P) * P[N];
}
// CHECK-LABEL: calls:
// CHECK:       je [[ENTRY:.Ltmp[0-9]+]]
// CHECK:       callq use
// CHECK:       cmpq {{.*}}%fs:__udpc_code_stamps
// CHECK-NEXT:  je [[BEHIND:.Ltmp[0-9]+]]
// CHECK:       .cfi_def_cfa_offset 8
// CHECK:       retq
// CHECK:       {{^}}[[ENTRY]]:
// CHECK-NEXT:  .cfi_def_cfa %rsp, 8
// CHECK-NEXT:  .cfi_restore %rbx
// CHECK-NEXT:  .cfi_restore %rbp
// CHECK-NEXT:  .cfi_restore %r14
// CHECK-NEXT:  movl $0, %eax
// CHECK-NEXT:  callq __udpc_miss_fetch.0
// CHECK-NEXT:  jmp
// CHECK:       {{^}}[[BEHIND]]:
// CHECK-NEXT:  .cfi_def_cfa %rsp, 32
// CHECK-NEXT:  .cfi_offset %rbx, -32
// CHECK-NEXT:  .cfi_offset %rbp, -16
// CHECK-NEXT:  .cfi_offset %r14, -24
// CHECK-NEXT:  movl $
//
// With a frame pointer nothing depends on the stack pointer behind the
// prologue, and all does before.
// POINTER-LABEL: calls:
// POINTER:     je [[ENTRY:.Ltmp[0-9]+]]
// POINTER:     callq use
// POINTER:     cmpq {{.*}}%fs:__udpc_code_stamps
// POINTER-NEXT: je [[BEHIND:.Ltmp[0-9]+]]
// POINTER:     {{^}}[[ENTRY]]:
// POINTER-NEXT: .cfi_def_cfa %rsp, 8
// POINTER:     {{^}}[[BEHIND]]:
// POINTER-NEXT: .cfi_def_cfa %rbp, 16
// POINTER-NEXT: .cfi_offset %rbx, -40
// POINTER-NEXT: .cfi_offset %rbp, -16
// POINTER-NEXT: .cfi_offset %r14, -32
// POINTER-NEXT: .cfi_offset %r15, -24
// POINTER-NEXT: movl $
//
// NONE-LABEL:  calls:
// NONE:        callq __udpc_miss_access
//
// Below a red zone.
int leaf(int *P) { return P[1]; }
// CHECK-LABEL: leaf:
// CHECK:       addq $-128, %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 128
// CHECK-NEXT:  callq __udpc_miss_fetch
// CHECK-NEXT:  subq $-128, %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -128
//
// The library's function is called behind the epilogue: what has been popped is
// still expected where it was.
void *copies(int *P, int N) {
  int A = use(P);
  return __builtin_memcpy(P, P + N, A + use(P));
}
// CHECK-LABEL: copies:
// CHECK:       popq %rbp
// CHECK-NEXT:  .cfi_def_cfa_offset 8
// CHECK-NEXT:  leaq -128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 128
// CHECK-NEXT:  leaq __udpc_ranges
// CHECK-NEXT:  callq __udpc_range
// CHECK-NEXT:  leaq 128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -128
// CHECK-NEXT:  jmp memcpy

// What moves the stack pointer for the slow paths of the others is a function.
// CHECK-LABEL: __udpc_fetch.slow:
// CHECK:       leaq -8(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq %rdi
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq %rsi
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq %rax
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK:       callq __udpc_fetch{{$}}
// CHECK-NEXT:  popq %rax
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  popq %rsi
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  popq %rdi
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  leaq 8(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  retq
