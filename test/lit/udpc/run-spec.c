// A program and its library that were compiled without udpc are counted as they run:
// entries, returns, instructions; as often as QEMU says. Its output stays.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fPIC -shared lib.c -o libshape.so && clang -O2 main.c -o main -L. -lshape -Wl,-rpath,'$ORIGIN'
// RUN: udpc run --spec s.yaml -o report --sites --profile=a.prof -- ./main 100 > out 2> err
// RUN: FileCheck %s < report
// RUN: grep 5050 out
// CHECK-DAG: shapes{{ +}}5,050{{.* entry +area +libshape.so}}
// A constructor of a library.
// CHECK-DAG: starts{{ +}}1{{.* entry +prepare}}
// CHECK-DAG: leaves{{ +}}100{{.* return +sumTo}}
// CHECK-DAG: all{{ +}}100{{.* entry +sumTo}}
// CHECK-DAG: all{{ +}}1{{.* entry +main}}
// CHECK-DAG: here{{ +}}5,050{{.* offset +area[+]0x0}}
// The entry of the spec that matches nothing is named.
// RUN: FileCheck %s --check-prefix=ERR --match-full-lines --implicit-check-not='{{.+}}' < err
// ERR: udpc: warning: s.yaml:11: event 'none': entry "nowhere" matched nothing in the program and its libraries
// Names that are near are named, of the program or of a library.
// RUN: udpc run --spec near.yaml -o report -- ./main 1 2> near && FileCheck %s --check-prefix=NEAR < near
// NEAR: udpc: warning: near.yaml:4: event 'a': entry "sunTo" matched nothing in the program and its libraries; near: sumTo
// NEAR: udpc: warning: near.yaml:5: event 'b': entry "Area" matched nothing in the program and its libraries; did you mean area? Case matters
// NEAR: udpc: warning: near.yaml:6: event 'c': offset "sumTo+0x100000" is behind the end of that function in main
// RUN: qemu-x86_64 -plugin %counter_unit,out=q.json,offset="libshape.so+0x$(nm libshape.so | awk '$3 == "area" {\
// RUN: print $1 }');main+0x$(nm main | awk '$3 == "sumTo" { print $1 }')" ./main 100
// RUN: grep -c '"count":5050\|"count":100}' q.json | grep 2

// A library that is found by a relative path.
// RUN: mkdir found && mv libshape.so found/ && env LD_LIBRARY_PATH=found udpc run --spec s.yaml -- ./main 3 2>&1 \
// RUN:   | grep -E 'shapes +6 '; mv found/libshape.so .

// Only in some modules; those that are off; a script's interpreter.
// RUN: udpc run --spec s.yaml --only='libsh*' -- ./main 10 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY-DAG: leaves{{ +}}0
// ONLY-DAG: shapes{{ +}}55
// RUN: udpc run --spec s.yaml --enable=leaves -- ./main 10 2>&1 | FileCheck %s --check-prefix=ENABLE
// ENABLE-DAG: leaves{{ +}}10
// ENABLE-DAG: shapes{{ +}}0
// RUN: printf '#!%t/main\n' > script && chmod +x script && udpc run --spec s.yaml -- ./script 2>&1 | grep 'leaves'

// RUN: { udpc run --spec nowhere.yaml -- ./main 1 || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=SPEC
// SPEC: udpc: error: {{.*}}nowhere.yaml
// RUN: clang -O1 -static static.c -o static
// RUN: { udpc run --spec s.yaml -- ./static || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: udpc: error: run: --spec: {{.*}}static: statically linked, so that no runtime can be loaded into it: link it dynamically, or compile it with udpc-clang
// RUN: { udpc run --spec none.yaml -- ./main 1 || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: udpc: error: run: none.yaml: no site of it can be counted in the program
// RUN: { udpc run --only=a -- ./main 1 || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=USE
// USE: udpc: error: run: --only, --also and --why are about the sites of --spec
//--- s.yaml
version: 1
events:
  - event: shapes
    entry: "area"
  - event: leaves
    return: "sumTo"
  - event: all
    entry: "sumTo"
  - event: all
    entry: "main"
  - event: none
    entry: "nowhere"
  - event: here
    offset: "area+0x0"
  - event: starts
    entry: "prepare"
//--- near.yaml
version: 1
events:
  - {event: ok, entry: main}
  - {event: a, entry: sunTo}
  - {event: b, entry: Area}
  - {event: c, offset: sumTo+0x100000}
//--- none.yaml
version: 1
events:
  - event: none
    entry: "nowhere"
//--- lib.c
int area(int Side) { return Side * Side; }
__attribute__((constructor)) static void prepare(void) { asm volatile(""); }
//--- main.c
#include <stdio.h>
#include <stdlib.h>
int area(int);
__attribute__((noinline)) int sumTo(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += area(1);
  return Sum;
}
int main(int Argc, char **Argv) {
  int Sum = 0, N = Argc > 1 ? atoi(Argv[1]) : 1;
  for (int I = 1; I <= N; ++I)
    Sum += sumTo(I);
  printf("%d\n", Sum);
  return 0;
}
//--- static.c
int main(void) { return 0; }
