// A hint that is for several operations, which have no keys of their own, counts
// once. A single function without debug information is told from a file without.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'sum:0:0\n 0: 0 __prefetch_nta_0:64\n' > hints.afdo
// DEFINE: %{build} = clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// DEFINE:   -mllvm -prefetch-hints-file=hints.afdo -Rpass=udpc -Rpass-missed=udpc -S %s
// RUN: %{build} -mllvm -x86-discriminate-memops=0 -o off.s 2> off.txt
// RUN: FileCheck %s --check-prefix=OFF --implicit-check-not=warning < off.txt
// RUN: %{build} -DATTRIBUTES='__attribute__((nodebug))' -o nodebug.s 2> nodebug.txt
// RUN: FileCheck %s --check-prefix=NODEBUG < nodebug.txt
// OFF:     hint sum:0 (nta, 64) is applied
// OFF:     hint sum:0 (nta, 64) is applied
// OFF:     hints.afdo: 1 of 1 hints for functions of this file are applied
// NODEBUG: warning: udpc: there are prefetch hints for 'sum', which has no debug information (nodebug): its memory operations cannot be distinguished
// NODEBUG-NOT: compiled without

#ifndef ATTRIBUTES
#define ATTRIBUTES
#endif
ATTRIBUTES int sum(int *P) { return P[0] + P[1]; }
int other(int *P) { return P[2]; }
