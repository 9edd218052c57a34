// Which files a line entry means: stars stay in a component of the path, paths
// have one spelling, case matters, and a column is one of the line's.
//
// RUN: rm -rf %t && split-file %s %t && mkdir %t/tools %t/lib && mv %t/a.c %t/tools
// RUN: cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -Rpass=udpc -c lib/../tools/a.c -o a.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="event 'star'"
// CHECK-DAG: warning: spec.yaml:8: event 'case': line "A.c:1" matched nothing in {{.*}}a.c; did you mean {{.*}}/tools/a.c? Case matters
// CHECK-DAG: warning: spec.yaml:9: event 'past': line "a.c:1:99" matched nothing in {{.*}}a.c: {{.*}}/tools/a.c:1:99 is past the end of the line, which has 37 columns
// CHECK-DAG: warning: spec.yaml:10: event 'at_end': line "a.c:1:38" matched nothing
// CHECK-DAG: remark: {{.*}}event 'stars': inc at line 1
// CHECK-DAG: remark: {{.*}}event 'column': inc at line 1
//
// Only what no other unit can match is an error in a unit.
// RUN: not udpc-clang -fudpc-spec=spec.yaml -Werror=udpc -c tools/a.c -o b.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not test -e b.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -Werror=udpc -Wno-error=udpc -c tools/a.c -o b.o
// RUN: udpc-clang -fudpc-spec=case.yaml -Werror=udpc -c tools/a.c -o b.o 2>&1 | FileCheck %s --check-prefix=CASE
// RUN: not clang -fpass-plugin=%plugin -mllvm -udpc-spec=near.yaml -mllvm -udpc-whole-program -mllvm -udpc-werror \
// RUN:   -c tools/a.c -o c.o 2>&1 | FileCheck %s --check-prefix=WHOLE
// ERROR-NOT: error: {{.*}}'case'
// ERROR: error: spec.yaml:9: event 'past'
// CASE: warning: case.yaml:3: event 'case'
// WHOLE: error: near.yaml:3: event 'f': entry "F" matched nothing in {{.*}}a.c; did you mean f? Case matters
//--- spec.yaml
version: 1
events:
- event: star
  line: "t*.c:*"
- {event: stars, line: "lib/../**/a.c:1"}
- {event: star, line: "*/tools/a?c/*:1"}
- {event: column, line: "tools/a.c:1:36"}
- {event: case, line: "A.c:1"}
- {event: past, line: "a.c:1:99"}
- {event: at_end, line: "a.c:1:38"}
//--- case.yaml
version: 1
events:
- {event: case, line: "A.c:1"}
//--- near.yaml
version: 1
events:
- {event: f, entry: "F"}
//--- a.c
int f(int x) { return x ? 1 : f(1); }
