// Calls know their pseudo probes by their discriminators: these stay, also where
// the call has a memory operand and was copied. What is in the line besides gets
// keys as ever.
//
// RUN: build="clang -O2 -gmlt -fdebug-info-for-profiling -fpseudo-probe-for-profiling %s -S"
// RUN: $build -o %t.without.s
// RUN: $build -fpass-plugin=%plugin -mllvm -x86-discriminate-memops -Rpass-missed=udpc -o %t.s 2> %t.remarks
// RUN: grep -o 'pseudoprobe.*' %t.without.s > %t.probes.without
// RUN: grep -o 'pseudoprobe.*' %t.s > %t.probes
// RUN: diff %t.probes.without %t.probes
// RUN: FileCheck %s < %t.s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

struct Object {
  void (*Call)(void *);
  int X, Y;
};

// CHECK-LABEL: {{^}}work:
// CHECK: .pseudoprobe [[PROBE:.*]] 5 1 0
// CHECK: callq *(%r
// CHECK: .loc {{.*}} discriminator [[#A:]]
// CHECK: addl {{8|12}}(%r
// CHECK: .loc {{.*}} discriminator [[#A+2]]
// CHECK: addl {{8|12}}(%r
// CHECK: .pseudoprobe [[PROBE]] 5 1 0
// CHECK: callq *(%r
int work(struct Object *O, int N) {
  int Sum = 0;
#pragma clang loop unroll_count(4)
  for (int I = 0; I < N; ++I) { O->Call(O + I); Sum += O->X + O->Y; }
  return Sum;
}

// REMARK: probes.c:[[#@LINE-4]]:{{[0-9]+}}: remark: the memory operation has no key of its own: it is a copy of a call with a pseudo probe [-Rpass-missed=udpc]
// REMARK-NOT: used up
