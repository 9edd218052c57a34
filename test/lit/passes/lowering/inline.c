// The inline lowering is one thread-local instruction at -O2 in an executable,
// and the program's own code is as before.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -S a.c -o plain.s
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o one.s
// RUN: %inserted plain.s one.s | FileCheck a.c
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=IR
// A second event on the same function and kind costs nothing more.
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=two.yaml -S a.c -o two.s
// RUN: %inserted plain.s two.s | FileCheck a.c
//--- spec.yaml
version: 1
events:
  - event: calls
    entry: twice
//--- two.yaml
version: 1
events:
  - event: calls
    entry: twice
  - event: balance
    entry: twi*
    command: dec
//--- a.c
// IR-DAG: @__udpc_slots = internal thread_local(localexec) {{(unnamed_addr )?}}global [1 x i64] zeroinitializer
// IR-DAG: @__udpc_table = internal constant {{.*}} section "__udpc_tables"
// IR-DAG: @__udpc_unit_ptr = internal global ptr @__udpc_unit, section "__udpc_units"
// IR-DAG: @llvm.global_ctors = {{.*}} { i32 0, ptr @__udpc_module_ctor, ptr @__udpc_module_ctor }
// IR-DAG: declare extern_weak void @__udpc_register(

// CHECK-LABEL: twice: 1 inserted
// CHECK:       {{^}}+ incq %fs:__udpc_slots@TPOFF{{$}}
int twice(int X) { return 2 * X; }

// CHECK-LABEL: thrice: 0 inserted
int thrice(int X) { return 3 * X; }
