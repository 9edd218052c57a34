// What -fudpc-profile=cache puts into code, and what not.
//
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --implicit-check-not=pushf --implicit-check-not=%%xmm
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=counts -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=COUNTS --implicit-check-not=__udpc_data --implicit-check-not=__udpc_code \
// RUN:   --implicit-check-not=__udpc_clock --implicit-check-not=__udpc_access

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
// The clock has just been counted up: .ticks is not in the name. Code with a red zone calls below it.
// CHECK-NEXT:  leaq (%rdi), %rax
// CHECK-NEXT:  leaq 63(%rdi), %rcx
// CHECK-NEXT:  addq $-128, %rsp
// CHECK:       callq __udpc_check_access.0.1.2{{$}}
// CHECK-NEXT:  testl $0, %eax
// CHECK-NEXT:  subq $-128, %rsp
// CHECK:       movq 56(%rdi), %rax
// CHECK:       addq (%rdi), %rax
// CHECK-NEXT:  retq
// CHECK:       [[FETCH]]:
// CHECK:       movl $0, %[[CONSTANT:e[a-z]+]]
// CHECK:       addq $-128, %rsp
// CHECK:       callq __udpc_miss_fetch.
// CHECK:       subq $-128, %rsp
// CHECK:       jmp [[FETCHED]]

// In a loop they are inline.
long many(const long *P, long N) {
  long S = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long I = 0; I < N; ++I)
    S += P[I * I] * P[I * I + 7];
  return S;
}
// CHECK-LABEL: many:
// Both ends are in one line most of the time, whose check is the second. The clock is counted up in each iteration.
// CHECK:       imulq
// CHECK-NEXT:  addq $64, %fs:__udpc_clock@TPOFF
// CHECK-NEXT:  leaq ([[AT:.*]]), [[LINE:%[a-z0-9]+]]
// CHECK-NEXT:  leaq 63([[AT]]), [[LAST:%[a-z0-9]+]]
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
// CHECK-NEXT:  movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK-NEXT:  movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  leaq 63([[AT]]), [[LINE]]
// CHECK-NEXT:  {{^}}[[ONE]]:
// CHECK-NEXT:  shrq $6, [[LINE]]
// CHECK:       jne [[SLOW]]
// CHECK-NEXT:  movl %fs:__udpc_data_ways
// CHECK-NEXT:  movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK-NEXT:  leaq 1([[LINE]]), [[LINE]]
// CHECK-NEXT:  movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  {{^}}[[BACK:.Ltmp[0-9]+]]:
// The address that displacements count from is that of the first access.
// CHECK:       [[SLOW]]:
// CHECK-NEXT:  leaq {{.*}}([[AT]]), %[[FIRST:r[a-z0-9]+]]
// CHECK-NEXT:  addq $-128, %rsp
// CHECK:       callq __udpc_miss_access.
// CHECK-NEXT:  testl $
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
// CHECK:       [[LOOP:.LBB2_[0-9]+]]:
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
