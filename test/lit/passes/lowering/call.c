// `lowering: call` and -udpc-lowering=call count by a call through the unit's record. So does code that may have no
// thread-local storage.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -mllvm -udpc-no-thread-locals -S \
// RUN:   -emit-llvm %t/a.c -o - | FileCheck %t/a.c --check-prefixes=CHECK,PIC
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=%t/call.yaml -S -emit-llvm %t/a.c -o - \
// RUN:   | FileCheck %t/a.c --check-prefixes=CHECK,PIC
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=%t/call.yaml -S -emit-llvm %t/a.c -o - \
// RUN:   | FileCheck %t/a.c --check-prefixes=CHECK,EXE
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -mllvm -udpc-lowering=call \
// RUN:   -S -emit-llvm %t/a.c -o - | FileCheck %t/a.c --check-prefixes=CHECK,EXE
// RUN: clang --target=mips64-linux-gnu -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml \
// RUN:   -S -emit-llvm %t/a.c -o - | FileCheck %t/a.c --check-prefixes=CHECK,PIC
//--- spec.yaml
version: 1
events:
  - event: calls
    entry: twice
//--- call.yaml
version: 1
events:
  - event: calls
    entry: twice
defaults: { lowering: call }
//--- a.c
// CHECK-NOT:   thread_local
// CHECK-LABEL: define {{.*}}@twice(
// CHECK:       [[COUNT:%.+]] = load ptr, ptr getelementptr {{.*}}@__udpc_unit, i64 32)
// CHECK-NEXT:  call void [[COUNT]](ptr {{(nonnull )?}}@__udpc_unit, i32 {{(signext )?}}0, i64 1)
int twice(int X) { return 2 * X; }
// CHECK:       define {{.*}}@__udpc_count_nothing(
// CHECK:       declare extern_weak void @__udpc_register(
// PIC:         declare extern_weak void @__udpc_unregister(
// EXE-NOT:     __udpc_unregister
