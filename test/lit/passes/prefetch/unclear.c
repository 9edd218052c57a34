// If several operations have the same place in LLVM's debug information, a hint
// without a discriminator may be meant for another than the first. There is a remark
// for each such hint and a warning for the file, unless the file is known to
// distinguish operations.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=plain.afdo \
// RUN:   -Rpass=udpc -S code.c -o a.s 2> plain.txt
// RUN: FileCheck code.c < plain.txt && grep -c prefetchnta a.s | FileCheck %s --check-prefix=TWO
// RUN: clang -O1 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=plain.afdo -Rpass=udpc -S code.c -o a.s 2> lines.txt
// RUN: FileCheck code.c < lines.txt
// RUN: clang -O1 -gmlt -flto -fpass-plugin=%plugin -mllvm -prefetch-hints-file=plain.afdo -c code.c -o a.bc
// RUN: clang -O1 -flto -fuse-ld=lld -shared -nostdlib -Wl,--load-pass-plugin=%plugin a.bc -o a.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARNS
// TWO: 2
// WARNS: warning: {{.*}}plain.afdo: hints for 'two:1' are applied to the first of several memory operations that have one key in LLVM's debug information;
//
// No warning: the file has a discriminator that only operations have; the mark of
// udpc's own files, in each form; or the name of a processor, as udpc writes it.
// RUN: each form text binary extbinary -- udpc hints merge marked.afdo -o {form}.afdo --format={form}
// RUN: llvm-profdata merge --sample --extbinary --use-md5 marked.afdo -o md5.afdo
// RUN: check() { \
// RUN:   clang -O1 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=$hints.afdo \
// RUN:     -Rpass=udpc -S code.c -o a.s 2>&1 | FileCheck %s --check-prefix=CLEAR; \
// RUN: }
// RUN: each hints known marked text binary extbinary md5 processor -- check
// CLEAR-NOT: warning:
// CLEAR: hint {{two|[0-9]+}}:1 (nta, 64) is applied
// CLEAR-NOT: warning:
//
// Together with other files the mark is lost.
// RUN: udpc hints merge marked.afdo plain.afdo -o both.afdo && not grep udpc_keys both.afdo
// RUN: udpc hints merge marked.afdo marked.afdo -o both.afdo && grep -q udpc_keys both.afdo
//--- plain.afdo
two:0:0
 1: 0 __prefetch_nta_0:64
one:0:0
 1: 0 __prefetch_nta_0:64
//--- known.afdo
two:0:0
 1: 0 __prefetch_nta_0:64
 1.1: 0 __prefetch_nta_0:128
//--- marked.afdo
__udpc_keys:0:0
 0: 0
two:0:0
 1: 0 __prefetch_nta_0:64
//--- processor.afdo
__udpc_processor_zen5:0:0
 0: 0
two:0:0
 1: 0 __prefetch_nta_0:64
//--- code.c
int two(int *P) {
  return P[0] + P[100];
}
int one(int *P) {
  return *P;
}
// CHECK-DAG: code.c:2:{{[0-9]+}}: remark: hint two:1 (nta, 64) is applied to the first of 2 memory operations that LLVM's debug information does not distinguish [-Rpass=udpc]
// CHECK-DAG: code.c:5:{{[0-9]+}}: remark: hint one:1 (nta, 64) is applied [-Rpass=udpc]
// CHECK-DAG: warning: udpc: plain.afdo: hints for 'two:1' are applied to the first of several memory operations that have one key in LLVM's debug information; if another was meant (create_llvm_prof does not distinguish them), compile what the hints are made from with -fudpc-discriminate-memops=debug-info, or make them by 'udpc hints from-csv' (-Rpass=udpc names them)
