// What -fudpc-profile=cache puts into code, and what not. The program's own code is as it was. No register is saved
// for a check, and no flags.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O2 -S %s -o plain.s
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o cache.s
// RUN: not grep -E 'pushf|%%xmm' cache.s
// RUN: %inserted plain.s cache.s > inserted.txt
// RUN: not grep -E '^[+] (push|pop)' inserted.txt
// RUN: FileCheck %s < inserted.txt
// RUN: FileCheck %s --check-prefix=COST < inserted.txt
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=counts -S %s -o counts.s
// RUN: not grep -E '__udpc_(data|code|clock|access)' counts.s
// RUN: %inserted plain.s counts.s | FileCheck %s --check-prefix=COUNTS

// Two accesses, one group, whose ends are checked, in registers that are free.
// The return address has just been pushed.
long two(const long *P) { return P[0] + P[7]; }
// CHECK-LABEL: two:
// CHECK-NEXT:  + incq %fs:__udpc_profile_slots@TPOFF
// CHECK-NEXT:  + cmpq $0, %fs:[[WORD:__udpc_code_stamps@TPOFF]]
// CHECK-NEXT:  + je [[FETCH:.Ltmp[0-9]+]]
// A line of code that is there gets a stamp.
// CHECK-NEXT:  + addq $64, %fs:__udpc_clock@TPOFF
// CHECK-NEXT:  + movq %fs:__udpc_clock@TPOFF, [[STAMP:%r[a-z0-9]+]]
// CHECK-NEXT:  + movq [[STAMP]], %fs:[[WORD]]
// CHECK-NEXT:  {{^}}[[FETCHED:.Ltmp[0-9]+]]:
// The clock has just been counted up: .ticks is not in the name. Code with a red zone calls below it.
// CHECK-NEXT:  + leaq ([[P:%r[a-z0-9]+]]), %r
// CHECK-NEXT:  + leaq 63([[P]]), %r
// CHECK-NEXT:  + addq $-128, %rsp
// CHECK-NEXT:  + callq __udpc_check_access.{{[0-9.]+$}}
// CHECK-NEXT:  + testl $0, %eax
// CHECK-NEXT:  + subq $-128, %rsp
// CHECK-NEXT:  {{^}}  movq 56([[P]])
// CHECK-NEXT:  {{^}}  addq ([[P]])
// CHECK-NEXT:  {{^}}  retq
// CHECK:       [[FETCH]]:
// CHECK-NEXT:  + movl $0, %e
// CHECK-NEXT:  + addq $-128, %rsp
// CHECK-NEXT:  + callq __udpc_miss_fetch.
// CHECK-NEXT:  + subq $-128, %rsp
// CHECK-NEXT:  + jmp [[FETCHED]]

// In a loop they are inline.
long many(const long *P, long N) {
  long S = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long I = 0; I < N; ++I)
    S += P[I * I] * P[I * I + 7];
  return S;
}
// What two accesses cost where they are hits of different lines: 1 for the clock, 5 to see that, 9 and 9.
// COST-LABEL: many:
// COST:          {{^}}  imulq
// COST-COUNT-24: {{^}}+
// COST-NEXT:     {{^}}.Ltmp
// COST-NEXT:     {{^}}  movq 56(
// CHECK-LABEL: many:
// The clock is counted up in each iteration.
// CHECK:       {{^}}  imulq
// CHECK-NEXT:  + addq $64, %fs:__udpc_clock@TPOFF
// Both ends are in one line most of the time, whose check is the second.
// CHECK:       + leaq ([[AT:.*]]), [[LINE:%[a-z0-9]+]]
// CHECK:       + leaq 63([[AT]]),
// CHECK:       + jb [[ONE:.Ltmp[0-9]+]]
// A check needs two registers: of the line, and of its entry in the index, then of its way in the cache.
// CHECK:       + cmpq [[LINE]], %fs:__udpc_data_lines@TPOFF(,[[SLOT:%r[a-z0-9]+]],8)
// CHECK-NEXT:  + jne [[SLOW:.Ltmp[0-9]+]]
// CHECK:       + movl %fs:__udpc_data_ways@TPOFF(,[[SLOT]],4),
// CHECK:       + movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK:       + movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK:       + leaq 63([[AT]]), [[LINE]]
// CHECK:       {{^}}[[ONE]]:
// CHECK:       + cmpq [[LINE]], %fs:__udpc_data_lines@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  + jne [[SLOW]]
// The second access has a stamp of its own.
// CHECK:       + movq %fs:__udpc_clock@TPOFF, [[LINE]]
// CHECK-NEXT:  + leaq 1([[LINE]]), [[LINE]]
// CHECK-NEXT:  + movq [[LINE]], %fs:__udpc_data_stamps@TPOFF(,[[SLOT]],8)
// CHECK-NEXT:  {{^}}[[BACK:.Ltmp[0-9]+]]:
// CHECK-NEXT:  {{^}}  movq 56([[AT]])
// The address that displacements count from is that of the first access.
// CHECK:       [[SLOW]]:
// CHECK-NEXT:  + leaq {{.*}}([[AT]]), %r
// CHECK-NEXT:  + addq $-128, %rsp
// CHECK-NEXT:  + callq __udpc_miss_access.
// CHECK-NEXT:  + testl $
// CHECK-NEXT:  + subq $-128, %rsp
// CHECK-NEXT:  + jmp [[BACK]]

// A loop on one line of code fetches nothing anew, and each iteration accesses.
long sum(const long *P, long N) {
  long S = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long I = 0; I < N; ++I)
    S += P[I];
  return S;
}
// CHECK-LABEL: sum:
// CHECK:       {{^}}[[LOOP:.LBB2_[0-9]+]]:
// CHECK-NOT:   __udpc_code
// CHECK:       + leaq ([[AT:%.*]]),
// CHECK:       + cmpq {{%[a-z0-9]+}}, %fs:__udpc_data_lines
// CHECK-NOT:   __udpc_code
// CHECK:       {{^}}  addq ([[AT]])
// CHECK-NOT:   __udpc_code
// CHECK:       {{^}}  jne [[LOOP]]

// The check of a chase comes before its load.
struct Node { struct Node *Next; };
struct Node *chase(struct Node *P, int N) {
  while (N--)
    P = P->Next;
  return P;
}
// CHECK-LABEL: chase:
// CHECK:       + leaq ([[P:%r[a-z0-9]+]]), %r
// CHECK:       + cmpq {{%[a-z0-9]+}}, %fs:__udpc_data_lines
// CHECK:       {{^}}  movq ([[P]]), [[P]]

// Library functions tell what they access, before they are called.
void *copy(void *To, const void *From, unsigned long Size) {
  return __builtin_memcpy(To, From, Size);
}
// CHECK-LABEL: copy:
// CHECK:       + leaq __udpc_ranges(%rip), %rax
// CHECK-NEXT:  + callq __udpc_range
// CHECK:       {{^}}  jmp memcpy

// Prefetches and addresses are no accesses.
long *none(long *P) {
  __builtin_prefetch(P);
  return P + 3;
}
// CHECK-LABEL: none:
// CHECK-NOT:   __udpc_data
// CHECK:       {{^}}  retq

// COUNTS-LABEL: two: 1 inserted
// COUNTS-NEXT:  + incq %fs:__udpc_profile_slots@TPOFF
// COUNTS-NEXT:  {{^}}  movq
// COUNTS-LABEL: none: 1 inserted
