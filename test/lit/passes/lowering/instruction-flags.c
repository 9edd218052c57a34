// A record says whether what is patched in must keep the flags: the compiler may
// have put the site between a comparison and its branch.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -S -fudpc-spec=spec.yaml a.c -o - | FileCheck a.c
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*", lowering: instruction, fidelity: transparent}
//--- a.c
// CHECK-LABEL: f:
// CHECK:      cmpl
// CHECK:      nopw -
// CHECK:      .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 1
// CHECK-NEXT: .byte 0
// CHECK:      jge g@PLT
extern int g(void);
int f(int X) {
  int C;
#line 100
  C = X > 3;
#line 200
  if (C) return g();
  return X;
}
