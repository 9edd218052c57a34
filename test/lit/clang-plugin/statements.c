// A line may have several statements, or none of its own. Remarks on lines that the
// spec names list their statements, which only the front end knows. The driver
// requests them if remarks are enabled.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -S -emit-llvm a.c -o - \
// RUN:   | grep -o 'udpc-statements=[^\]*' | FileCheck %s --check-prefix=FACTS
// FACTS: udpc-statements=2:3,10,15,29,34 4<3:3
// FACTS: udpc-statements=11:3,15,24,36
// FACTS-NOT: udpc-statements
//
// RUN: udpc-clang -fudpc-spec=spec.yaml -Rpass=udpc -Rpass-missed=udpc -c a.c 2>&1 | FileCheck %s
// CHECK-DAG: event 'several': inc at line 2, for line "a.c:2"; 3 regions decide its count; its 5 statements begin at columns 3, 10, 15, 29 and 34
// CHECK-DAG: spec.yaml:4: event 'column': line "a.c:9:1" matched nothing in a.c: {{.*}}a.c:9 has no code
//
// An instruction cannot count the largest of several.
// RUN: udpc-clang -fudpc-spec=spec.yaml -fudpc-lowering=instruction -Rpass-missed=udpc -c a.c 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LARGEST
// LARGEST: name a region with a column, or write lowering: inline or fidelity: transparent; its 4 statements begin at columns 3, 15, 24 and 36
//
// Without remarks it is not reported, unless the plugin is loaded for the lines themselves.
// RUN: udpc-clang -### -fudpc-spec=spec.yaml -fsyntax-only a.c 2>&1 | FileCheck %s --check-prefix=NEEDLESS
// NEEDLESS-NOT: udpc-clang.so
//--- spec.yaml
version: 1
events:
  - {event: several, line: "a.c:2"}
  - {event: column, line: "a.c:9:1"}
  - {event: inside, line: "a.c:4"}
  - {event: loops, line: "a.c:11"}
//--- a.c
int f(int x, int y) {
  if (x) y++; while (y > 9) y--; x += y;
  return x +
         y;
}

int g(int x) { return x; }

// Line 9 has no code.
void h(int x, int y) {
  while (x--) f(x, y); while (y--) g(y);
}
