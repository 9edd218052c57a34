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
// What the prologue has saved, and where:
// CHECK-LABEL: calls:
// CHECK:       je [[ENTRY:.Ltmp[0-9]+]]
// CHECK:       .cfi_def_cfa_offset [[FRAME:32]]
// CHECK-NEXT:  .cfi_offset [[A:%r[a-z0-9]+]], [[A_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[B:%r[a-z0-9]+]], [[B_AT:-[0-9]+]]
// CHECK-NEXT:  .cfi_offset [[C:%r[a-z0-9]+]], [[C_AT:-[0-9]+]]
// CHECK:       callq use
// CHECK:       cmpq {{.*}}%fs:__udpc_code_stamps
// CHECK-NEXT:  je [[BEHIND:.Ltmp[0-9]+]]
// CHECK:       .cfi_def_cfa_offset 8
// CHECK:       retq
// Before the prologue nothing is saved.
// CHECK:       {{^}}[[ENTRY]]:
// CHECK-NEXT:  .cfi_def_cfa %rsp, 8
// CHECK-DAG:   .cfi_restore [[A]]
// CHECK-DAG:   .cfi_restore [[B]]
// CHECK-DAG:   .cfi_restore [[C]]
// CHECK-NEXT:  movl $0, %e
// CHECK-NEXT:  callq __udpc_miss_fetch.
// CHECK-NEXT:  jmp
// CHECK:       {{^}}[[BEHIND]]:
// CHECK-NEXT:  .cfi_def_cfa %rsp, [[FRAME]]
// CHECK-DAG:   .cfi_offset [[A]], [[A_AT]]
// CHECK-DAG:   .cfi_offset [[B]], [[B_AT]]
// CHECK-DAG:   .cfi_offset [[C]], [[C_AT]]
// CHECK-NEXT:  movl $
//
// With a frame pointer nothing depends on the stack pointer behind the
// prologue, and all does before.
// POINTER-LABEL: calls:
// POINTER:     je [[ENTRY:.Ltmp[0-9]+]]
// POINTER:     .cfi_def_cfa_offset [[FRAME:16]]
// POINTER-NEXT: .cfi_offset %rbp, [[P_AT:-[0-9]+]]
// POINTER:     .cfi_def_cfa_register %rbp
// POINTER:     .cfi_offset [[A:%r[a-z0-9]+]], [[A_AT:-[0-9]+]]
// POINTER-NEXT: .cfi_offset [[B:%r[a-z0-9]+]], [[B_AT:-[0-9]+]]
// POINTER-NEXT: .cfi_offset [[C:%r[a-z0-9]+]], [[C_AT:-[0-9]+]]
// POINTER:     callq use
// POINTER:     cmpq {{.*}}%fs:__udpc_code_stamps
// POINTER-NEXT: je [[BEHIND:.Ltmp[0-9]+]]
// POINTER:     {{^}}[[ENTRY]]:
// POINTER-NEXT: .cfi_def_cfa %rsp, 8
// POINTER:     {{^}}[[BEHIND]]:
// POINTER-NEXT: .cfi_def_cfa %rbp, [[FRAME]]
// POINTER-DAG: .cfi_offset %rbp, [[P_AT]]
// POINTER-DAG: .cfi_offset [[A]], [[A_AT]]
// POINTER-DAG: .cfi_offset [[B]], [[B_AT]]
// POINTER-DAG: .cfi_offset [[C]], [[C_AT]]
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
// CHECK:       .cfi_def_cfa_offset 8
// CHECK-NEXT:  leaq -128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 128
// CHECK-NEXT:  leaq __udpc_ranges
// CHECK-NEXT:  callq __udpc_range
// CHECK-NEXT:  leaq 128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -128
// CHECK-NEXT:  jmp memcpy

// What moves the stack pointer for the slow paths of the others is a function. It
// says where the frame is behind each push and pop.
// CHECK-LABEL: __udpc_fetch.slow:
// CHECK:       leaq -8(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq [[A:%r[a-z0-9]+]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq [[B:%r[a-z0-9]+]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  pushq [[C:%r[a-z0-9]+]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NOT:   {{push|cfi}}
// CHECK:       callq __udpc_fetch{{$}}
// CHECK-NEXT:  popq [[C]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  popq [[B]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  popq [[A]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  leaq 8(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  retq
