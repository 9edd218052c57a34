// Return statements that the spec names: each counts the executions of the
// statement, as often as its line runs.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.c && cd %t
// RUN: find_line() { grep -n "// R$n" a.c | cut -d: -f1 > line$n; }
// RUN: each n 1 2 3 4 5 -- find_line
// RUN: printf 'version: 1\nevents:\n' > spec.yaml
// RUN: write_events() { \
// RUN:   printf -- '- {event: r%%s, return: "*", at: "a.c:%%s"}\n- {event: l%%s, line: "a.c:%%s"}\n' $n $(cat line$n) \
// RUN:     $n $(cat line$n) >> spec.yaml; \
// RUN: }
// RUN: each n 1 2 3 4 5 -- write_events
// RUN: printf -- '- {event: other, return: "main", at: "a.c:%%s"}\n' $(cat line1) >> spec.yaml
// RUN: printf -- '- {event: all, return: "sign"}\n- {event: down, return: "sign", at: "a.c:%%s", command: dec}\n' \
// RUN:   $(cat line2) >> spec.yaml
// RUN: check() { \
// RUN:   udpc-clang $how -fudpc-spec=spec.yaml a.c -o a 2> a.err && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   %counts a.prof | FileCheck a.c && \
// RUN:   FileCheck --check-prefix=WARN a.c < a.err; \
// RUN: }
// RUN: each how "-O0" "-O2" "-O2 -g" "-O2 -fudpc-lowering=call" "-O1 -fPIC" -- check
// CHECK-DAG: {{^}}r1 3 
// CHECK-DAG: {{^}}l1 3 
// CHECK-DAG: {{^}}r2 2 
// CHECK-DAG: {{^}}l2 2 
// CHECK-DAG: {{^}}down -2 
// CHECK-DAG: {{^}}all 10 
// CHECK-DAG: {{^}}r3 4 
// CHECK-DAG: {{^}}r4 6 
// CHECK-DAG: {{^}}l4 6 
// CHECK-DAG: {{^}}r5 1 
// main has no return statement there.
// WARN: event 'other': return "main, at: a.c:{{[0-9]+}}" matched nothing in {{.*}}a.c:{{[0-9]+}} has no return statement of a matching function; near: {{.*}}a.c:{{[0-9]+}}{{( .*)?$}}
// WARN-NOT: event 'r

// By instructions, too.
// RUN: udpc-clang -w -fudpc-spec=spec.yaml -fudpc-lowering=instruction a.c -o i
// RUN: env UDPC_OPTIONS=output=i.prof:enable=* ./i
// RUN: %counts i.prof | FileCheck --check-prefix=INSTRUCTION a.c
// INSTRUCTION-DAG: {{^}}r1 3 
// INSTRUCTION-DAG: {{^}}down -2 
// INSTRUCTION-DAG: {{^}}r4 6 

// Remarks say why; no marker is left.
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -Rpass=udpc -S -emit-llvm a.c -o a.ll 2>&1 \
// RUN:   | FileCheck --check-prefix=REMARK a.c
// RUN: FileCheck --check-prefix=LEFT a.c < a.ll
// REMARK: a.c:[[#]]:{{[0-9]+}}: remark: event 'r1': inc at this return statement, for return "*, at: a.c:{{[0-9]+}}"
// LEFT-NOT: __udpc_return
// LEFT-NOT: udpc-returns

// Without the plugin it is unknown.
// RUN: clang -g1 -fpass-plugin=%plugin -Xclang -mllvm -Xclang -udpc-spec=spec.yaml -c a.c -o b.o 2>&1 \
// RUN:   | FileCheck --check-prefix=WITHOUT a.c
// WITHOUT: warning: {{.*}}event 'r1': return "*, at: a.c:{{[0-9]+}}" matched nothing in a.c: return statements are known to the front end only; use udpc-clang, or add -fplugin=libudpc-clang.so -fplugin-arg-udpc-spec=spec.yaml
// Of files that are not here nothing is said.
// RUN: printf 'version: 1\nevents:\n- {event: r, return: "*", at: "b.c:3"}\n' > other.yaml
// RUN: udpc-clang -fudpc-spec=other.yaml -c a.c -o c.o 2>&1 | count 0

static int sign(int x) {
  if (x > 0)
    return 1; // R1
  if (x < 0)
    return -1; // R2
  return 0;
}

#define GIVE(x) return (x)

static int twice(int x) {
  if (x > 2)
    return 1; else return 2; // R3
}

static void nothing(int *x) {
  if (*x == 1)
    return;
  ++*x;
} // R4

static int macro(int x) {
  if (x)
    GIVE(3); // R5
  return 4;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += sign(i < 3 ? 1 : i < 5 ? -1 : 0);
  for (int i = 1; i < 5; i++)
    sum += twice(i);
  for (int i = 0; i < 8; i++) {
    int x = i < 2;
    nothing(&x);
    sum += macro(x < 1 || i == 7 ? 1 : 0);
  }
  return sum == 0;
}
