// Transparent sites are inserted into the final code, which is otherwise the same
// as without counting: before the prologue, after the epilogue, on edges.
// A site's number is its event's, or one less for the other direction.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -S -fudpc-spec=spec.yaml a.c -o - | grep -v '^\s*\.loc\|^\.Ltmp\|^\s*\.cfi' > a.s
// RUN: not grep '[#]APP' a.s
// RUN: FileCheck a.c -D#IN=587268096 -D#OUT=587267840 -D#ROUNDS=587267584 -D#STARTS=587267328 -D#LINES=587267072 < a.s
// RUN: udpc-clang --target=riscv64-linux-gnu -O2 -S -fudpc-spec=spec.yaml a.c -o - | FileCheck a.c --check-prefix=RISCV
//
// Each says why it is there.
// RUN: udpc-clang -O2 -S -g -Rpass=udpc -Rpass-missed=udpc -fudpc-spec=spec.yaml a.c -o /dev/null 2>&1 \
// RUN:   | FileCheck a.c --check-prefix=WHY
//
// And why not: what is inlined has no entry.
// RUN: udpc-clang -O2 -S -Rpass-missed=udpc -fudpc-spec=spec.yaml inlined.c -o /dev/null 2>&1 | FileCheck inlined.c
//
// -cf-protection: ENDBR64 stays the first instruction.
// RUN: udpc-clang -O2 -S -fcf-protection=branch -fudpc-spec=spec.yaml a.c -o - | FileCheck %s --check-prefix=IBT
// IBT-LABEL: pick:
// IBT:       endbr64
// IBT:       nopw -
//
// No debug info is left that was not requested, and no coverage.
// RUN: udpc-clang -O2 -c -fudpc-spec=spec.yaml a.c -o a.o && llvm-readelf -SW a.o | FileCheck %s --check-prefix=CLEAN
// CLEAN-NOT: .debug
// CLEAN-NOT: __llvm
//--- spec.yaml
version: 1
events:
  - {event: in, entry: pick}
  - {event: out, return: pick}
  - {event: rounds, loop: iterations, in: scan, at: "a.c:20"}
  - {event: starts, loop: executions, in: scan}
  - {event: lines, line: "a.c:26"}
  - {event: missing, loop: executions, in: pick}
defaults: {fidelity: transparent, lowering: instruction}
//--- inlined.c
// CHECK:     inlined.c:4:1: remark: event 'in': no entry site: pick is inlined in use, where the machine has no entry of it
// CHECK:     event 'out': no return site: pick is inlined in use, where the machine has no return of it
static int pick(int X) { return X > 3; }
int use(int X) { return pick(X) + pick(X + 1); }
//--- a.c
extern int other(int);
// CHECK-LABEL: pick:
// CHECK-NEXT: # %bb.0:
// CHECK-NEXT: nopw -[[#IN]](
// A conditional tail call: 1 more before it (and before the comparison, so that
// the flags need not be kept), 1 less after it.
// CHECK-NEXT: nopw -[[#OUT]](
// CHECK-NEXT: cmpl
// CHECK-NEXT: j{{[a-z]+}} other@PLT # TAILCALL
// CHECK-NOT:  {{nopw|ret}}
// CHECK:      nopw -[[#OUT-1]](
// CHECK-NOT:  {{nopw|ret}}
// CHECK:      nopw -[[#OUT]](
// CHECK-NEXT: retq
// WHY: remark: event 'in': inc by an instruction at the entry of pick, for entry "pick"
// WHY: remark: event 'out': inc by an instruction at each of 2 returns of pick, for return "pick"
int pick(int X) { return X > 3 ? other(X) : X; }

// CHECK-LABEL: scan:
unsigned scan(unsigned *P, unsigned N) {
  unsigned S = 0;
  // rounds is one for what comes to the head, one less for what comes from
  // outside; starts is the latter; lines is in the loop.
  // CHECK:      nopw -[[#ROUNDS-1]](
  // CHECK:      nopw -[[#STARTS]](
  // CHECK:      .p2align
  // CHECK-NEXT: .LBB
  // CHECK:      nopw -[[#ROUNDS]](
  // CHECK:      nopw -[[#LINES]](
  // CHECK-NEXT: {{imull|movl}} {{.*}}(%r
  // RISCV-LABEL: scan:
  // RISCV:      slti zero, zero,
#line 20
  do {
#line 26
    S ^= *P * 7, other(S);
    // CHECK:     callq other@PLT
    // CHECK:     jne
  } while (P += 5, --N);
  // CHECK-NOT: nopw -
  // CHECK:     retq
  // WHY: remark: event 'rounds': inc by an instruction at the loop at line 20 of scan
  // WHY: remark: event 'lines': inc by an instruction at line 26 in scan
  return S;
}
