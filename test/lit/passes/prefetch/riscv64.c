// Prefetches on riscv64: right before the operation, in their order, from its
// base register or a free one; only with Zicbop. A program with hints of all
// kinds at all of its places computes the same.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang --target=riscv64-linux-gnu -march=rv64gc_zicbop -O2 -gmlt -fdebug-info-for-profiling \
// RUN:   -fpass-plugin=%plugin -mllvm -x86-discriminate-memops -mllvm -prefetch-hints-file=hints.afdo \
// RUN:   -mllvm -verify-machineinstrs -Rpass=udpc -Rpass-missed=udpc -S code.c -o - 2> remarks | FileCheck code.c
// RUN: FileCheck code.c --check-prefix=REMARK < remarks
// RUN: clang --target=riscv64-linux-gnu -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -x86-discriminate-memops -mllvm -prefetch-hints-file=hints.afdo -Rpass-missed=udpc -S code.c -o - \
// RUN:   2> remarks | FileCheck code.c --check-prefix=NONE
// RUN: FileCheck code.c --check-prefix=NEEDS < remarks
//
// DEFINE: %{build} = clang --target=riscv64-linux-gnu -march=$arch -O$o -static --ld-path=%llvm_bin/ld.lld -gmlt \
// DEFINE:   -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops
// RUN: check() { \
// RUN:   %{build} %S/Inputs/work.c -o plain && \
// RUN:   %python %S/Inputs/hints_everywhere.py %llvm_bin plain everywhere.afdo && \
// RUN:   %{build} -mllvm -prefetch-hints-file=everywhere.afdo \
// RUN:     -mllvm -verify-machineinstrs %S/Inputs/work.c -o hinted && \
// RUN:   llvm-objdump -d --no-show-raw-insn hinted > hinted.s && \
// RUN:   test $(grep -c prefetch hinted.s) -ge 100 && \
// RUN:   grep -q prefetch.w hinted.s && \
// RUN:   qemu-riscv64 -cpu rv64,v=true ./plain > plain.out && \
// RUN:   qemu-riscv64 -cpu rv64,v=true ./hinted > hinted.out && \
// RUN:   grep -q checksum plain.out && \
// RUN:   cmp plain.out hinted.out; \
// RUN: }
// RUN: each o 0 2 3 -- each arch rv64gc_zicbop rv64gcv_zicbop -- check

//--- hints.afdo
near:0:0
 1: 0 __prefetch_nta_0:64 __prefetch_w_1:18446744073709551584
far:0:0
 1: 0 __prefetch_t0_0:100000
odd:0:0
 1: 0 __prefetch_t2_0:8
atomic:0:0
 1: 0 __prefetch_w_0:128
beyond:0:0
 1: 0 __prefetch_t0_0:68719476736
//--- code.c
long near(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}near:
// CHECK:       prefetch.r 64(a0)
// CHECK-NEXT:  prefetch.w -32(a0)
// CHECK-NEXT:  ld a0, 0(a0)
long far(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}far:
// Not the base's register, which the operation needs.
// CHECK:       lui [[FREE:t[0-6]|a[1-7]]], 24
// CHECK-NEXT:  add [[FREE]], [[FREE]], a0
// CHECK-NEXT:  prefetch.r 1696([[FREE]])
// CHECK-NEXT:  ld a0, 0(a0)
long odd(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}odd:
// CHECK:       addi [[FREE:t[0-6]|a[1-7]]], a0, 8
// CHECK-NEXT:  prefetch.r 0([[FREE]])
// CHECK-NEXT:  ld a0, 0(a0)
long atomic(long *P) {
  return __atomic_fetch_add(P, 5, __ATOMIC_SEQ_CST);
}
// CHECK-LABEL: {{^}}atomic:
// CHECK:       prefetch.w 128(a0)
// CHECK-NEXT:  amoadd.d.aqrl a0, a{{[1-7]}}, (a0)
long beyond(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}beyond:
// CHECK-NOT:   prefetch.{{[rw]}}
// REMARK:      hint near:1 (nta, 64) is applied
// REMARK:      hint near:1 (w, -32) is applied
// REMARK:      hint beyond:1 (t0, 68719476736) is not applied: the delta is beyond 2 GB
// NONE-LABEL:  {{^}}near:
// NONE-NOT:    prefetch.{{[rw]}}
// NEEDS:       hint near:1 (nta, 64) is not applied: -march= has no zicbop
