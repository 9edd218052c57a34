// Prefetches on AArch64: right before the operation, in their order, from its
// registers or a free one. A program with hints of all kinds at all of its
// places computes the same.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang --target=aarch64-linux-gnu -march=armv8.1-a -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -x86-discriminate-memops -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs \
// RUN:   -Rpass=udpc -Rpass-missed=udpc -S code.c -o - 2> remarks | FileCheck code.c
// RUN: FileCheck code.c --check-prefix=REMARK < remarks
//
// Exclusive loads and stores, LSE's atomics, and vectors of unknown length.
// DEFINE: %{build} = clang --target=aarch64-linux-gnu $options -DFREESTANDING -ffreestanding -static -nostdlib \
// DEFINE:   --ld-path=%llvm_bin/ld.lld -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// DEFINE:   -mllvm -x86-discriminate-memops
// RUN: check() { \
// RUN:   %{build} -mno-outline-atomics %S/Inputs/work.c -o plain && \
// RUN:   %python %S/Inputs/hints_everywhere.py %llvm_bin plain everywhere.afdo && \
// RUN:   %{build} -mno-outline-atomics -mllvm -prefetch-hints-file=everywhere.afdo \
// RUN:     -mllvm -verify-machineinstrs %S/Inputs/work.c -o hinted && \
// RUN:   llvm-objdump -d --no-show-raw-insn hinted > hinted.s && \
// RUN:   test $(grep -c prfu*m hinted.s) -ge 100 && \
// RUN:   qemu-aarch64 ./plain > plain.out && \
// RUN:   qemu-aarch64 ./hinted > hinted.out && \
// RUN:   grep -q checksum plain.out && \
// RUN:   cmp plain.out hinted.out; \
// RUN: }
// RUN: each options "-O0 -march=armv8-a" "-O2 -march=armv8-a" "-O2 -march=armv8.1-a" "-O3 -march=armv8.2-a+sve" \
// RUN:   -- check

//--- hints.afdo
near:0:0
 1: 0 __prefetch_nta_0:64 __prefetch_w_1:18446744073709551608
levels:0:0
 1: 0 __prefetch_t0_0:8 __prefetch_t1_1:8 __prefetch_t2_2:8
far:0:0
 1: 0 __prefetch_t0_0:100000
indexed:0:0
 1: 0 __prefetch_t0_0:0 __prefetch_t0_1:64
atomic:0:0
 1: 0 __prefetch_w_0:128
beyond:0:0
 1: 0 __prefetch_t0_0:68719476736
//--- code.c
long near(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}near:
// CHECK:       prfm pldl1strm, [x0, #64]
// CHECK-NEXT:  prfum pstl1keep, [x0, #-8]
// CHECK-NEXT:  ldr x0, [x0]
long levels(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}levels:
// CHECK:       prfm pldl1keep, [x0, #8]
// CHECK-NEXT:  prfm pldl2keep, [x0, #8]
// CHECK-NEXT:  prfm pldl3keep, [x0, #8]
// CHECK-NEXT:  ldr x0, [x0]
long far(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}far:
// Not the base's register, which the operation needs.
// CHECK:       add [[FREE:x[1-9][0-9]?]], x0, #24, lsl #12
// CHECK-NEXT:  prfm pldl1keep, {{\[}}[[FREE]], #1696]
// CHECK-NEXT:  ldr x0, [x0]
long indexed(long *P, long I) {
  return P[I];
}
// CHECK-LABEL: {{^}}indexed:
// CHECK:       prfm pldl1keep, [x0, x1, lsl #3]
// CHECK-NEXT:  add [[FREE:x([2-9]|1[0-9])]], x0, x1, uxtx #3
// CHECK-NEXT:  prfm pldl1keep, {{\[}}[[FREE]], #64]
// CHECK-NEXT:  ldr x0, [x0, x1, lsl #3]
long atomic(long *P) {
  return __atomic_fetch_add(P, 5, __ATOMIC_SEQ_CST);
}
// CHECK-LABEL: {{^}}atomic:
// CHECK:       prfm pstl1keep, [x0, #128]
// CHECK-NEXT:  ldaddal x{{[1-9][0-9]?}}, x0, [x0]
long beyond(long *P) {
  return *P;
}
// CHECK-LABEL: {{^}}beyond:
// CHECK-NOT:   {{prfu?m}}
// REMARK:      hint near:1 (nta, 64) is applied
// REMARK:      hint beyond:1 (t0, 68719476736) is not applied: it is more than 16 MB from the base register
