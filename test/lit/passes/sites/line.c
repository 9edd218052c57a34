// A line counts with the front end's own counters, and only with those that
// decide it; what was added to the compilation for that is gone afterwards.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang -O0 -Xclang -fprofile-instrument=clang -Xclang -fcoverage-mapping -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-own-coverage -mllvm -udpc-spec=%t/one.yaml -S -emit-llvm %t/a.c -o - | FileCheck %t/a.c
// RUN: clang -O0 -fprofile-instr-generate -fcoverage-mapping -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-spec=%t/one.yaml -S -emit-llvm %t/a.c -o - | FileCheck %t/a.c --check-prefix=BOTH
//--- one.yaml
version: 1
events:
  - event: inner
    line: a.c:9
//--- a.c
// CHECK-NOT: __covrec
// CHECK-NOT: __llvm_coverage
// CHECK-NOT: __profn
// CHECK:     @__udpc_slots = internal thread_local(localexec) global [1 x i64]
// CHECK-NOT: instrprof
int f(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += I;
  return Sum;
}
// CHECK-LABEL: define {{.*}}@f(
// CHECK:       store atomic i64
// CHECK-NOT:   store atomic i64
// CHECK-NOT:   instrprof
// The user's own coverage build keeps its records and counters.
// BOTH-DAG:    @__covrec
// BOTH-DAG:    @__profc_f
// BOTH-DAG:    @__udpc_slots = internal thread_local(localexec) global [1 x i64]
