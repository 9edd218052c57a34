// The warning for a line without code names the nearest lines with code. Without
// coverage records lines cannot be found; one warning says so.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang -Xclang -fprofile-instrument=clang -Xclang -fcoverage-mapping -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-own-coverage -mllvm -udpc-spec=%t/spec.yaml -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s
// RUN: clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -c %t/a.c -o %t/a.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOMAP
// CHECK: warning: {{.*}}spec.yaml:3: event 'blank': line "a.c:2" matched nothing in {{.*}}a.c: {{.*}}a.c:2 has no code; near: {{.*}}a.c:1, {{.*}}a.c:3
// CHECK-NOT: warning
// CHECK: 1 warning generated
// NOMAP: warning: {{.*}}lines need the front end's coverage records; compile with udpc-clang, or add
// NOMAP: 1 warning generated
//--- spec.yaml
version: 1
events:
  - event: blank
    line: a.c:2
  - event: elsewhere
    line: other.c:2
//--- a.c
int f(void) { return 1; }

int g(void) { return 2; }
