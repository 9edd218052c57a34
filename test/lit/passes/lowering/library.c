// In code that may become part of a shared library, a function finds the
// thread's slots once, and each count is one instruction from there on. No
// storage, symbol or relocation of thread-local storage is needed.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=IR
// RUN: check() { \
// RUN:   udpc-clang $flags -fPIC -fudpc-spec=spec.yaml -c a.c -o a.o && \
// RUN:   udpc-clang $flags -fuse-ld=lld -shared a.o -o a.so && \
// RUN:   llvm-nm a.so > symbols && \
// RUN:   not grep -q '__udpc_slots_of_thread\|__tls_get_addr' symbols && \
// RUN:   llvm-readelf -lrW a.so > segments && \
// RUN:   not grep -q 'TLS\|TPOFF\|DTPMOD' segments && \
// RUN:   grep -q __udpc_find_unit_slots symbols; \
// RUN: }
// RUN: each flags -O0 -O1 -O3 -Os "-O2 -flto=full" "-O2 -flto=thin" "-O0 -flto=thin" "-O2 -mcmodel=large" \
// RUN:   "-O2 -fsanitize=address" -- check
//
// Other processors do it in the same way.
// RUN: clang --target=riscv64-linux-gnu -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=RISCV
// RUN: clang --target=aarch64-linux-gnu -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=ARM
//
// A coroutine may continue in another thread: each part of it finds the slots anew.
// RUN: udpc-clang++ -std=c++20 -O2 -fPIC -fudpc-spec=coroutine.yaml -S -emit-llvm b.cpp -o - | FileCheck b.cpp
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- coroutine.yaml
version: 1
events:
  - {event: steps, entry: "one()"}
  - {event: steps, entry: "two()"}
//--- a.c
// IR-NOT: thread_local
// IR-DAG: @__udpc_early_slots = internal {{(unnamed_addr )?}}global [3 x i64] zeroinitializer
// IR-DAG: @__udpc_unit = internal global {{.*}} ptr @__udpc_find_unit_slots, ptr @__udpc_early_slots, i64 0, ptr null, ptr null }{{.*}}, align 64
// IR-NOT: thread_local
// IR-NOT: udpc.thread_slots

// CHECK-LABEL: twice:
// CHECK:       movq __udpc_unit+72(%rip), %[[A:r[a-z0-9]+]]
// CHECK-NEXT:  testq %[[A]], %[[A]]
// CHECK-NEXT:  je [[FIND:.*]]
// CHECK:       movq %fs:(%[[A]]), %[[B:r[a-z0-9]+]]
// CHECK:       __udpc_unit+80(%rip)
// CHECK:       testq %[[B]], %[[B]]
// CHECK-NEXT:  je [[FIND]]
// CHECK:       incq (%[[B]])
// CHECK:       retq
// CHECK:       [[FIND]]:
// CHECK:       leaq __udpc_unit(%rip), %r10
// CHECK-NEXT:  callq *__udpc_unit+88(%rip)
// IR-LABEL: define {{.*}} @twice(
// IR:       load atomic i64, ptr getelementptr {{.*}}(i8, ptr @__udpc_unit, i64 72) acquire
// IR:       load ptr, ptr addrspace(257)
// IR:       load atomic i64, ptr getelementptr {{.*}}(i8, ptr @__udpc_unit, i64 80) monotonic
// IR:       call preserve_mostcc ptr %{{.*}}(ptr {{(nonnull )?}}nest {{(nonnull )?}}@__udpc_unit)
// RISCV-LABEL: twice:
// RISCV:       add [[A:a[0-9]]], [[A]], tp
// RISCV-NEXT:  ld {{a[0-9]}}, 0([[A]])
// ARM-LABEL:   twice:
// ARM:         mrs x{{[0-9]+}}, TPIDR_EL0
int twice(int X) { return 2 * X; }

// The functions that are inlined use what their caller has found, before its
// loop.
// CHECK-LABEL: sum:
// CHECK:       movq %fs:(
// CHECK:       incq 8(%[[S:r[a-z0-9]+]])
// CHECK-NOT:   %fs:
// CHECK:       incq (%[[S]])
// CHECK-NOT:   %fs:
// CHECK:       retq
int sum(int *A, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += twice(A[I]);
  return S;
}

// Arguments in vector registers are kept where the slots are made alone.
// CHECK-LABEL: scale:
// CHECK:       je [[FIND:.*]]
// CHECK-NOT:   (%rsp)
// CHECK:       mulsd
double scale(double A, double B) { return A * B; }
//--- b.cpp
#include <coroutine>
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<> Handle;
};
void step(int);
static inline void one() { step(1); }
static inline void two() { step(2); }
// CHECK-LABEL: define internal {{.*}}void @{{.*}}work{{.*}}.resume(
// CHECK:       load ptr, ptr addrspace(257)
// CHECK:       store atomic i64
// CHECK-NEXT:  invoke void @_Z4stepi(i32 {{.*}}1)
// CHECK:       store atomic i64
// CHECK-NEXT:  invoke void @_Z4stepi(i32 {{.*}}2)
Task work() {
  one();
  co_await std::suspend_always();
  two();
}
