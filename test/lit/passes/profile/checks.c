// What -fudpc-profile=cache puts into code, and what not.
//
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - | FileCheck %s --implicit-check-not=pushf --implicit-check-not=%%xmm
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=counts -S %s -o - | FileCheck %s --check-prefix=COUNTS --implicit-check-not=__udpc_data --implicit-check-not=__udpc_code --implicit-check-not=__udpc_clock --implicit-check-not=__udpc_access

// Two accesses, one group, whose ends are checked, in registers that are free.
// The return address has just been pushed.
long two(const long *P) { return P[0] + P[7]; }
// CHECK-LABEL: two:
// CHECK:       cmpq $0, %fs:[[WORD:__udpc_code_stamps@TPOFF]]
// CHECK-NEXT:  je [[FETCH:.Ltmp[0-9]+]]
// A line of code that is there gets a stamp.
// CHECK-NEXT:  addq $64, %fs:__udpc_clock@TPOFF
// CHECK-NEXT:  movq %fs:__udpc_clock@TPOFF, [[STAMP:%r[a-z0-9]+]]
// CHECK-NEXT:  movq [[STAMP]], %fs:[[WORD]]
// CHECK-NEXT:  {{^}}[[FETCHED:.Ltmp[0-9]+]]:
// Both ends are in one line most of the time, whose check is the second.
// CHECK:       leaq (%rdi), [[LINE:%[a-z0-9]+]]
// CHECK-NEXT:  leaq 63(%rdi), [[LAST:%[a-z0-9]+]]
// CHECK-NEXT:  xorq [[LINE]], [[LAST]]
// CHECK-NEXT:  cmpq $64, [[LAST]]
// CHECK-NEXT:  jb [[ONE:.Ltmp[0-9]+]]
// CHECK-NEXT:  shrq $6, [[LINE]]
// CHECK-NEXT:  movl {{%[a-z0-9]+}}, {{%[a-z0-9]+}}
// CHECK-NEXT:  andl $8191, {{%[a-z0-9]+}}
// CHECK-NEXT:  cmpq [[LINE]], %fs:__udpc_data_lines@TPOFF(,[[SLOT:%r[a-z0-9]+]],8)
// CHECK-NEXT:  jne [[SLOW:.Ltmp[0-9]+]]
// Where in the cache it is.
// CHECK-NEXT:  movl %fs:__udpc_data_ways@TPOFF(,[[SLOT]],4), %[[WAY:[a-z0-9]+]]
// The clock has just been counted up.
// CHECK-NEXT:  movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK-NEXT:  movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  leaq 63(%rdi), [[LINE]]
// CHECK-NEXT:  {{^}}[[ONE]]:
// CHECK-NEXT:  shrq $6, [[LINE]]
// CHECK:       jne [[SLOW]]
// CHECK-NEXT:  movl %fs:__udpc_data_ways
// CHECK-NEXT:  movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK-NEXT:  leaq 1([[LINE]]), [[LINE]]
// CHECK-NEXT:  movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  {{^}}[[BACK:.Ltmp[0-9]+]]:
// CHECK:       movq 56(%rdi), %rax
// CHECK:       addq (%rdi), %rax
// CHECK-NEXT:  retq
// CHECK:       [[FETCH]]:
// CHECK:       leaq -128(%rsp), %rsp
// CHECK:       pushq %rdi
// CHECK:       movq %fs:0, %rdi
// CHECK-NEXT:  leaq [[WORD]](%rdi), %rdi
// CHECK-NEXT:  leaq __udpc_fetches{{.*}}(%rip), %rsi
// CHECK-NEXT:  callq __udpc_fetch
// CHECK-NEXT:  popq %rdi
// CHECK:       leaq 128(%rsp), %rsp
// CHECK:       jmp [[FETCHED]]
// The address that displacements count from is that of the first access.
// CHECK:       [[SLOW]]:
// CHECK-NEXT:  leaq -128(%rsp), %rsp
// CHECK:       pushq %rdi
// CHECK:       leaq {{[0-9]*}}(%rdi), %rdi
// CHECK-NEXT:  leaq __udpc_accesses{{.*}}(%rip), %rsi
// CHECK-NEXT:  callq __udpc_access
// CHECK-NEXT:  popq %rdi
// CHECK:       leaq 128(%rsp), %rsp
// CHECK:       jmp [[BACK]]

// A loop on one line of code fetches nothing anew, and each iteration accesses.
long sum(const long *P, long N) {
  long S = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long I = 0; I < N; ++I)
    S += P[I];
  return S;
}
// CHECK-LABEL: sum:
// CHECK:       [[LOOP:.LBB1_[0-9]+]]:
// CHECK-NOT:   __udpc_code
// CHECK:       leaq (%rdi,%rcx,8),
// CHECK:       cmpq {{%[a-z0-9]+}}, %fs:__udpc_data_lines
// CHECK-NOT:   __udpc_code
// CHECK:       jne [[LOOP]]

// The check of a chase comes before its load.
struct Node { struct Node *Next; };
struct Node *chase(struct Node *P, int N) {
  while (N--)
    P = P->Next;
  return P;
}
// CHECK-LABEL: chase:
// CHECK:       leaq (%[[P:r[a-z0-9]+]]), %r
// CHECK:       cmpq {{%[a-z0-9]+}}, %fs:__udpc_data_lines
// CHECK:       movq (%[[P]]), %[[P]]

// Library functions tell what they access, before they are called.
void *copy(void *To, const void *From, unsigned long Size) {
  return __builtin_memcpy(To, From, Size);
}
// CHECK-LABEL: copy:
// CHECK:       leaq __udpc_ranges(%rip), %rax
// CHECK-NEXT:  callq __udpc_range
// CHECK:       jmp memcpy

// Prefetches and addresses are no accesses.
long *none(long *P) {
  __builtin_prefetch(P);
  return P + 3;
}
// CHECK-LABEL: none:
// CHECK-NOT:   __udpc_data
// CHECK:       retq

// COUNTS-LABEL: two:
// COUNTS:      retq
