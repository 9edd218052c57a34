// Prefetches go right before the operation that a hint names, at its address
// plus the delta, in the order of their indices, through inlined code. The rest
// of the program is as it was.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -x86-discriminate-memops -S code.c -o plain.s
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -S code.c -o hinted.s -Rpass=udpc -Rpass-missed=udpc 2> remarks
// RUN: FileCheck code.c < hinted.s
// RUN: FileCheck code.c --check-prefix=REMARK < remarks
// RUN: sed '/^\tprefetch/d' hinted.s | diff plain.s -
//
// The binary forms of the file.
// RUN: llvm-profdata merge --sample --binary hints.afdo -o hints.binary
// RUN: llvm-profdata merge --sample --extbinary hints.afdo -o hints.ext
// RUN: llvm-profdata merge --sample --extbinary --use-md5 hints.afdo -o hints.md5
// RUN: check() { \
// RUN:   clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:     -mllvm -prefetch-hints-file=hints.$form -S code.c -o other.s && \
// RUN:   cmp hinted.s other.s; \
// RUN: }
// RUN: each form binary ext md5 -- check
//
// A function's name as its symbol has it in link-time optimisation.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -S -emit-llvm code.c -o code.ll
// RUN: sed -i 's/@sum(/@sum.llvm.1234(/' code.ll
// RUN: llc -O2 -load=%plugin -x86-discriminate-memops -prefetch-hints-file=hints.afdo code.ll -o - \
// RUN:   | FileCheck %s --check-prefix=SUFFIX
// SUFFIX-LABEL: sum.llvm.1234:
// SUFFIX:       prefetchnta 42(%rdi

//--- hints.afdo
sum:0:0
 1: 0 __prefetch_nta_1:0 __prefetch_nta_0:42
 1.1: 0 __prefetch_t0_0:18446744073709551615 other_function:7
caller:0:0
 6: sum:0
  1.2: 0 __prefetch_t1_0:23456
  1.3: 0 __prefetch_t2_0:64 __prefetch_w_7:128
nobody:0:0
 1: 0 __prefetch_nta_0:64
stale:0:0
 1: 0 __prefetch_nta_0:64
 1.5: 0 __prefetch_nta_0:64
 9: 0 __prefetch_nta_0:64
 2: gone:0
  3: 0 __prefetch_nta_0:64
//--- code.c
int sum(int *arr, int pos1, int pos2) {
  return arr[pos1] + arr[pos2];
}
// CHECK-LABEL: {{^}}sum:
// CHECK:       prefetchnta 42(%rdi,%[[I:r..]],4)
// CHECK-NEXT:  prefetchnta (%rdi,%[[I]],4)
// CHECK-NEXT:  movl (%rdi,%[[I]],4), %eax
// CHECK-NEXT:  .loc
// CHECK-NEXT:  prefetcht0 -1(%rdi,%[[J:r..]],4)
// CHECK-NEXT:  addl (%rdi,%[[J]],4), %eax
// CHECK-NOT:   prefetch

int caller(int *arr, long n) {
  int first = sum(arr, n, n + 1);


  // Six lines below the function's own.

  return first ^ sum(arr, 2, 3);
}
// CHECK-LABEL: {{^}}caller:
// CHECK-NOT:   prefetch
// CHECK:       addl {{.*}}(%rdi,
// CHECK-NOT:   prefetch
// CHECK:       prefetcht1 [[#23456+12]](%rdi)
// CHECK-NEXT:  movl 12(%rdi)
// CHECK:       prefetcht2 72(%rdi)
// CHECK-NEXT:  prefetcht0 136(%rdi)
// CHECK-NEXT:  addl 8(%rdi)
// CHECK-NOT:   prefetch

int stale(int *p) {
  return *p;
}
// CHECK-LABEL: {{^}}stale:
// CHECK:       prefetchnta 64(%rdi)
// CHECK-NOT:   prefetch{{n|t}}

// REMARK-DAG: code.c:2:{{[0-9]+}}: remark: hint sum:1 (nta, 42) is applied [-Rpass=udpc]
// REMARK-DAG: code.c:2:{{[0-9]+}}: remark: hint caller:6 @ sum:1.3 (t2, 64) is applied [-Rpass=udpc]
// REMARK-DAG: code.c:2:{{[0-9]+}}: remark: hint caller:6 @ sum:1.3 (w, 128) is applied: as t0, since the target has no prefetchw (-mprfchw) [-Rpass=udpc]
// REMARK-DAG: remark: hint stale:1.5 is not applied: the memory operations of that line have discriminator 0 [-Rpass-missed=udpc]
// REMARK-DAG: remark: hint stale:9 is not applied: no memory operation is in that line; the source or the way it was compiled has changed since the hints were made
// REMARK-DAG: remark: hint stale:2 @ gone:3 is not applied: no memory operation is in that line;
// REMARK-NOT: nobody
// REMARK: hints.afdo: 7 of 10 hints for functions of this file are applied [-Rpass-missed=udpc]
