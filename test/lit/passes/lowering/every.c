// Counting an event with `every` costs as many instructions that access memory
// as counting another, and a branch; the call is in a cold block.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c --check-prefix=PIC
// RUN: clang -O2 --target=riscv64-linux-gnu -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=RISCV
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -mllvm -udpc-lowering=call -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=CALL
//
// All units of a module share the event's words; with other settings they do not.
// RUN: check() { \
// RUN:   clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=$spec -S -emit-llvm a.c -o - \
// RUN:     | grep -o '^\$__udpc_every_[0-9a-f]*'; \
// RUN: }
// RUN: each spec spec.yaml spec.yaml other.yaml -- check > groups
// RUN: uniq -c groups | FileCheck %s --check-prefix=GROUPS
// GROUPS:      2 $__udpc_every_
// GROUPS-NEXT: 1 $__udpc_every_
//
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml -Rpass=udpc -Rpass-missed=udpc -c a.c -o a.o 2>&1 \
// RUN:   | FileCheck a.c --check-prefix=REMARK
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: twice, every: 1000}
//--- other.yaml
version: 1
events:
  - {event: calls, entry: twice, every: 1001}
//--- lines.yaml
version: 1
events:
  - {event: calls, entry: twice, every: 1000, action: log}
  - {event: later, entry: twice, every: 0}
  - {event: least, line: "a.c:29", every: 10}
//--- a.c
// REMARK-DAG: event 'calls': inc at each entry of twice
// REMARK-DAG: event 'calls': action 'log' on each occurrence number 1000; its sites count together
// REMARK-DAG: event 'later': with a period from the program: 'handler'; its sites count together
// REMARK-DAG: event 'least': no line site: {{.*}}a.c:29{{.*}}; name a region with a column, or leave 'every' out

// CHECK-LABEL: twice:
// CHECK-NOT:   push
// CHECK:       incq %fs:__udpc_every_[[H:[0-9a-f]+]].words@TPOFF
// CHECK:       jg [[COLD:.*]]
// CHECK:       retq
// CHECK:       [[COLD]]:
// CHECK:       callq *__udpc_every_[[H]](%rip)
// PIC-LABEL:   twice:
// PIC:         incq (%r
// PIC:         jg
// RISCV-LABEL: twice:
// RISCV:       ld [[N:[a-z0-9]+]], 0([[WORDS:[a-z0-9]+]])
// RISCV-NEXT:  addi [[SUM:[a-z0-9]+]], [[N]], 1
// RISCV-NEXT:  sd [[SUM]], 0([[WORDS]])
// RISCV-NEXT:  bgez [[N]],
// CALL-LABEL:  twice:
// CALL:        callq *__udpc_every_{{[0-9a-f]+}}.unit+32(%rip)
int twice(int X) { return 2 * X; }

int f(int A, int B) {
  int C = 0;
  if (A)
    return 1;
  C = A || B ? 3 : 4; return C && B ? C : A;
}
