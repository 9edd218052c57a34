// Sites that are always executed together share one increment, and the site
// table says which sum each of them is.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -Rpass=udpc -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=LIBRARY
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -mllvm -udpc-lowering=call -S -emit-llvm a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=CALL
// RUN: clang -O2 --target=riscv64-linux-gnu -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=RISCV
//
// Nothing is merged at -O0, and nothing of what tells the units is left.
// RUN: clang -O0 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=DEBUG
//
// The counts are the same: by the source, without the optimiser, in a library,
// with link-time optimisation, and of a profile that is merged with itself.
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=run.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck a.c --check-prefix=COUNTS; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fPIC" "-O2 -fudpc-lowering=call" "-O2 -flto=thin -fuse-ld=lld" \
// RUN:   "-O3 -flto=full -fuse-ld=lld" -- check
// RUN: udpc merge a.prof a.prof -o b.prof && udpc report b.prof | FileCheck a.c --check-prefix=TWICE
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: returns, return: "*"}
//--- run.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: returns, return: "*"}
  - {event: balance, entry: "inner"}
  - {event: balance, return: "inner", command: dec}
  - {event: amounts, mark: "*"}
//--- a.c
#ifdef MAIN
#include <udpc/udpc.h>
#endif
void outside(void);
static inline int inner(int X) { return X * 3; }
static inline int outer(int X) { return inner(X) + inner(X + 1); }

// DEBUG-NOT: udpc.mergeable_units

// Three entries and three returns, two of them twice: one increment.
// CHECK-LABEL: together:
// CHECK:       incq %fs:__udpc_slots
// CHECK-NOT:   __udpc_slots
// CHECK:       retq
// REMARK: a.c:[[#@LINE+10]]:{{[0-9]+}}: remark: 8 increments, which are always executed together, are one
// LIBRARY-LABEL: together:
// LIBRARY:       incq {{[0-9]*}}(%r
// LIBRARY-NOT:   incq
// LIBRARY:       retq
// RISCV-LABEL: together:
// CALL-LABEL: @together(
// CALL:       call void %{{.*}}(ptr {{.*}}@__udpc_unit, i32 {{.*}}, i64 1)
// CALL-NOT:   @__udpc_unit
// CALL:       ret i32
int together(int X) { return outer(X); }

// Not over a call, in which the program could read counts, or which may not
// return: two.
// CHECK-LABEL: around:
// CHECK:       __udpc_slots
// CHECK:       callq outside
// CHECK:       __udpc_slots
// CHECK-NOT:   __udpc_slots
// CHECK:       retq
int around(int X) {
  int Y = inner(X);
  outside();
  return Y + inner(X);
}

// Nor over an access that others can see.
// CHECK-LABEL: shown:
// CHECK:       __udpc_slots
// CHECK:       movl %edi, (%rsi)
// CHECK:       __udpc_slots
// CHECK:       retq
int shown(int X, volatile int *Flag) {
  *Flag = X;
  return inner(X);
}

#ifdef MAIN
void outside(void) {}
int main(int argc, char **argv) {
  volatile int Sum = 0, Flag = 0;
  for (int I = 0; I < 10; ++I) {
    Sum += together(I) + around(I) + shown(I, &Flag);
    UDPC_MARK_N(amount, argc - 2);
  }
  return 0;
}
#endif
// COUNTS-DAG: calls 50 {{.*}} inner
// COUNTS-DAG: calls 10 {{.*}} outer
// COUNTS-DAG: calls 10 {{.*}} around
// COUNTS-DAG: returns 50 {{.*}} inner
// COUNTS-DAG: balance 50 {{.*}} inc entry {{.*}} inner
// COUNTS-DAG: balance 50 {{.*}} dec return {{.*}} inner
// TWICE: calls 202
// TWICE: returns 202
// TWICE: balance 0
// TWICE: amounts -20
