// The index of a tile's rows (AMX) is their distance, no part of the address: a
// prefetch at delta 0 is for the first row.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'work:0:0\n 1: 0 __prefetch_t0_0:0\n 2: 0 __prefetch_t0_0:64\n 3: 0 __prefetch_t0_0:128\n' > hints.afdo
// RUN: clang -O2 -mamx-tile -mamx-int8 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -x86-discriminate-memops -mllvm -prefetch-hints-file=hints.afdo \
// RUN:   -mllvm -verify-machineinstrs -S %s -o - | FileCheck %s

#include <immintrin.h>
// CHECK-LABEL: {{^}}work:
// CHECK:       prefetcht0 (%rdi){{$}}
// CHECK-NEXT:  tileloadd (%rdi,%rsi), %tmm1
// CHECK:       prefetcht0 64(%rdi){{$}}
// CHECK-NEXT:  tileloaddt1 (%rdi,%rsi), %tmm2
// CHECK:       prefetcht0 128(%rdi){{$}}
// CHECK-NEXT:  tilestored %tmm1, (%rdi,%rsi)
void work(char *P, long Stride) {
  _tile_loadd(1, P, Stride);
  _tile_stream_loadd(2, P, Stride);
  _tile_stored(1, P, Stride);
}
