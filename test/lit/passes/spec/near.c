// An entry that matched nothing warns with near candidates when the unit is the
// whole program; otherwise -Rpass-missed tells.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -mllvm -udpc-whole-program \
// RUN:   -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: clang -g -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -Rpass-missed=udpc \
// RUN:   -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -c %t/a.c -o %t/a.o 2>&1 | count 0
// RUN: clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/far.yaml -mllvm -udpc-whole-program \
// RUN:   -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: warning: {{.*}}far.yaml:3: event 'work': entry "elsewhere" matched nothing in {{.*}}a.c [-Wbackend-plugin]
// WARN: warning: {{.*}}spec.yaml:3: event 'work': entry "compuet" matched nothing in {{.*}}a.c; near: compute
// MISSED: remark: {{.*}}event 'work': entry "compuet" matched nothing in {{.*}}a.c; near: compute [-Rpass-missed=udpc]
//--- spec.yaml
version: 1
events:
  - event: work
    entry: compuet
//--- far.yaml
version: 1
events:
  - event: work
    entry: elsewhere
//--- a.c
int compute(void) { return 1; }
