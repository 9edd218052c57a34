// Patched code changes the flags. If they are live at the site, the site is placed
// before the comparison, if that is in the same block without a call between;
// otherwise its record says that the flags must be saved.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -S -fudpc-spec=spec.yaml a.c -o - | FileCheck a.c
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*", lowering: instruction, fidelity: transparent}
//--- a.c
extern int g(int), h(int);
// CHECK-LABEL: compare:
// CHECK:      [[A:.Ltmp[0-9]+]]:
// CHECK-NEXT: nopw -
// CHECK:      [[B:.Ltmp[0-9]+]]:
// CHECK-NEXT: nopw -
// CHECK-NEXT: cmpl
// CHECK-NEXT: j{{[a-z]+}} g@PLT
int compare(int X) {
  int C;
#line 100
  C = X > 3;
#line 200
  if (C) return g(X);
  return X;
}

// One comparison for two branches, the second in a block of its own.
// CHECK-LABEL: three:
// CHECK:      cmpl
// CHECK-NEXT: j{{[a-z]+}} .[[NEXT:L.*]]
// CHECK:      .[[NEXT]]:
// CHECK-NOT:  {{cmp|test}}
// CHECK:      [[KEEP:.Ltmp[0-9]+]]:
// CHECK-NEXT: nopw -
// CHECK-NEXT: j{{n?e}} .L
int three(int X, int Y) {
#line 300
  if (X < Y) return g(X) + 1;
#line 400
  if (X == Y) return h(X) + 2;
#line 500
  return X;
}

// The records: the place, the unit, the site; the counter, the command, and the
// flags.
// CHECK:      .section __udpc_sites,"ao",@progbits,compare
// CHECK:      .quad [[A]]-
// CHECK:      .quad __udpc_unit-
// CHECK-NEXT: .long 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 0
// CHECK:      .quad [[B]]-
// CHECK:      .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 0
// CHECK:      .section __udpc_sites,"ao",@progbits,three
// CHECK:      .quad [[KEEP]]-
// CHECK:      .byte 0
// CHECK-NEXT: .byte 0
// CHECK-NEXT: .byte 1
// CHECK-NEXT: .byte 0
