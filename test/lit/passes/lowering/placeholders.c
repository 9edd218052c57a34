// What is inlined without counting is inlined with it, though a function with
// increments is larger.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// No placeholder is left, also without optimisation.
// RUN: for level in 0 1 2; do clang -O$level -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - | FileCheck a.c --check-prefix=LEFT; done
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
void outside(void);
static void step(int *P) {
  *P = more(*P);
  outside();
  *P = more(*P);
}
// CHECK-LABEL: twice:
// CHECK-NOT:   callq step
// CHECK:       retq
void twice(int *P) {
  step(P);
  step(P + 1);
}
// CHECK-LABEL: once:
// CHECK-NOT:   callq step
// CHECK:       {{callq|jmp}} outside
void once(int *P) {
  step(P);
  outside();
}
// A function that counts accesses memory, whatever it was found to do before.
// LEFT:     define {{.*}}i32 @square({{.*}} #[[SQUARE:[0-9]+]]
// LEFT-NOT: attributes #[[SQUARE]] = {{.*}}memory(inaccessiblemem
__attribute__((noinline)) int square(int X) { return X * X; }
