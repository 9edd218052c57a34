// After many statements that may leave the function, a line's count is the
// difference of as many counters, each of which needs an instruction: such
// lines are left out, and a remark says so. The others count as usual.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python -c 'print("void abort(void);\nint f(int a) {\n" + "".join(f"  if (a == {k})\n    abort();\n" for k in\
// RUN: range(1, 301)) + "  return a;\n}\nint main(void) { return f(0); }")' > a.c
// RUN: printf '%%s\n' 'version: 1' 'events:' '  - {event: early, line: "a.c:63"}' \
// RUN:   '  - {event: late, line: "a.c:603"}' '  - {event: main, line: "a.c:605"}' > spec.yaml
// RUN: udpc-clang -O1 -fudpc-spec=spec.yaml -fudpc-lowering=instruction -Rpass-missed=udpc a.c -o a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSED
// RUN: env UDPC_OPTIONS=enable=*:output=a.prof ./a && %counts a.prof | FileCheck %s
// MISSED: remark: {{.*}}event 'late': no line site: {{.*}}a.c:603: its count is made of more than 128 counters, each of which needs an instruction; name a region with a column, or write lowering: inline or fidelity: transparent
// CHECK-DAG: early 1 0:1
// CHECK-DAG: late 0
// CHECK-DAG: main 1 0:1
//
// RUN: udpc-clang -O1 -fudpc-spec=spec.yaml -fudpc-lowering=inline a.c -o b
// RUN: env UDPC_OPTIONS=output=b.prof ./b
// RUN: %counts b.prof | FileCheck %s --check-prefix=INLINE
// INLINE-DAG: late 1 0:1
//
// Every line of it, in time that grows with the function, not with its cube.
// RUN: printf 'version: 1\nevents:\n  - {event: lines, line: "a.c:*"}\n' > all.yaml
// RUN: timeout 60 udpc-clang -O0 -fudpc-spec=all.yaml -fudpc-lowering=instruction -c a.c -o a.o
