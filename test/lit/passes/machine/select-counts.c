// Increments in executables are hidden from instruction selection: the same
// instructions count the same, also where they would change flags that selection
// has set before and uses behind.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -mllvm -verify-machineinstrs -S a.c -o - | FileCheck a.c
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -mllvm -print-after-all -mllvm -filter-print-funcs=amount -c a.c -o a.o \
// RUN:   2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: llvm-nm a.o | FileCheck %s --check-prefix=NAMES --implicit-check-not=udpc.
// HIDDEN:      call void @llvm.reloc.none(metadata !"udpc.
// NAMES:       d __udpc_unit
//
// Not in code that others may select from, and not where increments have another
// form.
// RUN: udpc-clang -O2 -flto -fudpc-spec=spec.yaml -emit-llvm -S a.c -o - | FileCheck %s --check-prefix=SHOWN
// RUN: check_shown() { \
// RUN:   udpc-clang -O2 $flags -fudpc-spec=spec.yaml -mllvm -print-after-all -mllvm -filter-print-funcs=amount -c a.c \
// RUN:     -o a.o 2>&1 | FileCheck %s --check-prefix=SHOWN; \
// RUN: }
// RUN: each flags -O0 -fPIC -mcmodel=medium -mno-tls-direct-seg-refs "-mllvm -fast-isel" \
// RUN:   "-mllvm -global-isel -mllvm -global-isel-abort=0" "-fudpc-profile=counts" -- check_shown
// SHOWN-NOT:   llvm.reloc.none
// SHOWN:       amount
// SHOWN-NOT:   llvm.reloc.none
//
// The counts, and what the program does, are those of -O0, the first.
// RUN: check_counts() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --csv a.prof > now.csv && \
// RUN:   { [ -f first.csv ] || cp now.csv first.csv; } && \
// RUN:   cmp now.csv first.csv; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -g" -Os "-O3 -march=x86-64-v3" "-O2 -mtune=silvermont" "-O2 -fno-pie -no-pie" \
// RUN:   "-O2 -static" "-O2 -flto" -- check_counts
//--- spec.yaml
version: 1
events:
  - {event: marks, mark: "*"}
//--- a.c
#include <udpc/udpc.h>

int X = 3;
volatile int V;

// CHECK-LABEL: amount:
// CHECK:       addq $23, %fs:__udpc_slots@TPOFF
// CHECK:       .size amount
__attribute__((noinline)) void amount(void) {
  UDPC_MARK(a);
  for (int I = 0; I != 299; ++I)
    UDPC_MARK(a);
}

// Behind an atomic access, whose flags are kept.
// CHECK-LABEL: locked:
// CHECK:       decl X
// CHECK-NEXT:  set{{n?e}} [[KEPT:%[a-z0-9]+]]
// CHECK-NEXT:  incq %fs:
// CHECK-NEXT:  testb [[KEPT]], [[KEPT]]
// CHECK:       .size locked
__attribute__((noinline)) int locked(void) {
  int IsZero = __atomic_sub_fetch(&X, 1, __ATOMIC_SEQ_CST) == 0;
  UDPC_MARK(locked);
  if (!IsZero)
    return 0;
  UDPC_MARK(zero);
  return V = 1;
}

// CHECK-LABEL: assembly:
// CHECK:       #NO_APP
// CHECK-NEXT:  set
// CHECK-NEXT:  incq %fs:
// CHECK:       .size assembly
__attribute__((noinline)) int assembly(int A) {
  int IsThree;
  __asm__ volatile("cmpl $3, %1" : "=@ccz"(IsThree) : "r"(A));
  UDPC_MARK(assembly);
  if (!IsThree)
    return 0;
  UDPC_MARK(three);
  return V = 1;
}

// A volatile access is not to be passed.
// CHECK-LABEL: passed:
// CHECK:       movl %{{.*}}, V(%rip)
// CHECK:       incq %fs:
// CHECK:       .size passed
__attribute__((noinline)) int passed(int A, int B) {
  int C, Over = __builtin_add_overflow(A, B, &C);
  V = C;
  UDPC_MARK(passed);
  if (!Over)
    return C;
  UDPC_MARK(overPassed);
  return V = 1;
}

// Before the addition whose carry is used.
// CHECK-LABEL: carry:
// CHECK:       incq %fs:
// CHECK:       adcq
// CHECK:       .size carry
__attribute__((noinline)) unsigned long long carry(unsigned long long A,
                                                   unsigned long long *R) {
  unsigned long long C, D;
  int Over = __builtin_add_overflow(A, R[2], &C);
  UDPC_MARK(carry);
  return __builtin_addcll(R[0], R[1], Over, &D) + 3 * C + 5 * D;
}

int main() {
  unsigned long long R[3] = {~0ull, 2, 7};
  unsigned long long Sum = 0;
  amount();
  for (int I = 0; I != 10; ++I)
    Sum += locked() + 2 * assembly(I) + passed(0x7ffffff8, I) % 16 +
           carry(I - 5ll, R);
  return Sum != 357;
}
