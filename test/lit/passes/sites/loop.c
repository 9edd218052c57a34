// Loops, exact: where control enters, and where it goes back; what the source
// asks for at the loop stays.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O0 -g -fno-discard-value-names -emit-llvm -S -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml \
// RUN:   -Rpass=udpc -Rpass-missed=udpc a.c -o a.ll 2> why.txt
// RUN: FileCheck a.c < a.ll && FileCheck a.c --check-prefix=WHY < why.txt
//--- spec.yaml
version: 1
events:
  - {event: rounds, loop: iterations}
  - {event: starts, loop: executions, in: nested, at: "a.c:22"}
defaults: {lowering: inline}
//--- a.c
// The back edge gets a block of its own, and the pragma.
// CHECK-LABEL: define {{.*}} @hinted
// CHECK:       {{^}}do.body.udpc:
// CHECK:       @__udpc_slots
// CHECK:       br label %do.body, {{.*}}!llvm.loop
// CHECK:       br i1 %{{.*}}, label %do.body.udpc, label %do.end, !dbg
// CHECK-NOT:   !llvm.loop
// CHECK:       ret i32
int hinted(int *A) {
  int I = 0;
#pragma clang loop unroll(disable)
  do
    A[I] = I;
  while (++I < 8);
  return I;
}
// Of two loops in each other the outer one begins at the line that `at` says.
// WHY: a.c:12:3: remark: event 'rounds': inc at each loop iteration, for loop "iterations"
// WHY-DAG: a.c:22:3: remark: event 'starts': inc at each loop execution, for loop "executions, in: nested, at: a.c:22"
int nested(int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < I; ++J)
      S += J;
  return S;
}
// Where an indirect branch leads to the head there is no place.
// WHY-DAG: remark: event 'rounds': no loop iteration site: control enters or repeats it by an indirect branch or an exception: there is no place for code
int computed(int N) {
  static void *To[] = {&&Again, &&Out};
Again:
  goto *To[--N <= 0];
Out:
  return N;
}
