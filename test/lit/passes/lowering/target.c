// The functions that we add are compiled for what the others are compiled for,
// as clang says it: LLVM prepares code generation for one target only. No pass
// looks for something to optimise or to instrument in them.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -march=x86-64-v3 -mtune=znver5 -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o a.ll
// RUN: FileCheck a.c --input-file=a.ll
// Not what an attribute asks for, which stands first here.
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm own.c -o own.ll
// RUN: FileCheck own.c --input-file=own.ll
// What has another function's target only, or none, stays as it was.
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm only.c -o only.ll
// RUN: FileCheck only.c --input-file=only.ll
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm bare.ll -o - | FileCheck bare.ll
// RUN: clang --target=riscv64-linux-gnu -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=RISCV
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- a.c
// CHECK: define {{.*}}@f({{.*}}) {{.*}}#[[F:[0-9]+]] {
// CHECK: define internal {{.*}}@__udpc_slots_address() {{.*}}#[[OWN:[0-9]+]] {
// CHECK: define linkonce_odr hidden void @__udpc_module_ctor() {{.*}}#[[OWN]] comdat {
// CHECK: attributes #[[F]] = {{.*}}"min-legal-vector-width"="0"{{.*}} "target-cpu"="x86-64-v3" "target-features"="[[FEATURES:.*]]" "tune-cpu"="znver5" }
// CHECK: attributes #[[OWN]] = { disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind optnone "min-legal-vector-width"="0" "target-cpu"="x86-64-v3" "target-features"="[[FEATURES]]" "tune-cpu"="znver5" }
// RISCV: define linkonce_odr hidden void @__udpc_module_ctor() {{.*}}#[[CTOR:[0-9]+]] comdat {
// RISCV: attributes #[[CTOR]] = { disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind optnone "target-cpu"="generic-rv64" "target-features"="{{.*}}+m,{{.*}}" }
int f(int X) { return X + 1; }
//--- own.c
// CHECK: define linkonce_odr hidden void @__udpc_module_ctor() {{.*}}#[[CTOR:[0-9]+]] comdat {
// CHECK: attributes #[[CTOR]] = { disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind optnone "min-legal-vector-width"="0" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
__attribute__((target("avx512f"))) int f(int X) { return X + 1; }
int g(int X) { return X + 2; }
//--- only.c
// CHECK: define linkonce_odr hidden void @__udpc_module_ctor() {{.*}}#[[CTOR:[0-9]+]] comdat {
// CHECK: attributes #[[CTOR]] = { disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind optnone }
__attribute__((target("avx512f"))) int f(int X) { return X + 1; }
//--- bare.ll
; CHECK: define linkonce_odr hidden void @__udpc_module_ctor() {{.*}}#[[CTOR:[0-9]+]] comdat {
; CHECK: attributes #[[CTOR]] = { disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind optnone }
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i32 %x) {
  ret i32 %x
}
