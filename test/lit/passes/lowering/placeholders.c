// What is inlined without counting is inlined with it, though a function with
// increments is larger.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// RUN: check_target() { \
// RUN:   clang --target=$target-linux-gnu -O2 -fpass-plugin=%plugin -mllvm -udpc-lowering=$lowering \
// RUN:     -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c; \
// RUN: }
// RUN: each target x86_64 riscv64 -- each lowering call instruction -- check_target
// No placeholder is left, also without optimisation.
// RUN: check_level() { \
// RUN:   clang -O$level -fpass-plugin=%plugin -mllvm -udpc-lowering=$lowering -mllvm -udpc-spec=spec.yaml -S \
// RUN:     -emit-llvm a.c -o - | FileCheck a.c --check-prefixes=LEFT,$lowering; \
// RUN: }
// RUN: each level 0 1 2 -- each lowering inline call instruction -- check_level
// What has been inlined in one piece is one placeholder before it is simplified.
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -mllvm -print-before=instcombine \
// RUN:   -mllvm -filter-print-funcs=both -S a.c -o both.s 2> both.ll
// RUN: FileCheck a.c --check-prefix=EARLY --input-file=both.ll
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: returns, return: "*"}
//--- a.c
// LEFT-NOT: llvm.sideeffect
// LEFT-NOT: udpc-count
static inline int one(int X) { return X + 1; }
static inline int four(int X) { return one(one(one(one(X)))); }
static inline int more(int X) { return four(four(four(four(X)))); }
// EARLY: IR Dump Before InstCombinePass on both
// EARLY: IR Dump Before InstCombinePass on both
// EARLY-COUNT-1: call void @llvm.sideeffect()
// EARLY-NOT: call void @llvm.sideeffect()
// EARLY: ret i32
int both(int X) { return one(one(X)); }
void outside(void);
static void step(int *P) {
  *P = more(*P);
  outside();
  *P = more(*P);
}
// CHECK-LABEL: twice:
// CHECK-NOT:   call{{q?}} step
// CHECK:       ret
void twice(int *P) {
  step(P);
  step(P + 1);
}
// CHECK-LABEL: once:
// CHECK-NOT:   call{{q?}} step
// CHECK:       {{callq|jmp|call|tail}} outside
void once(int *P) {
  step(P);
  outside();
}
// A function that counts in memory accesses it, whatever it was found to do before.
// inline:     define {{.*}}i32 @square({{.*}} #[[SQUARE:[0-9]+]]
// inline-NOT: attributes #[[SQUARE]] = {{.*}}memory(inaccessiblemem
// call:       define {{.*}}i32 @square({{.*}} #[[SQUARE:[0-9]+]]
// call-NOT:   attributes #[[SQUARE]] = {{.*}}memory(inaccessiblemem
// instruction: define {{.*}}i32 @square(
__attribute__((noinline)) int square(int X) { return X * X; }
