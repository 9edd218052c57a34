// Hints in bytes for an operation that has an indirect hint as well are for
// further lines of the object: they are prefetched where its address is known
// ahead, and at the operation only where it is not. Loads without a location,
// moved out of an inner loop, have the line of their address.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt -fpass-plugin=%plugin -mllvm -udpc-discriminate-memops
// RUN: clang %{flags} %s -o plain && ./plain > plain.out
// RUN: udpc hints keys --binary plain --csv --function='*' 2> sums | cut -d, -f2- | grep -E 'load|store' | sort > keys
// RUN: grep 'scan:2,' keys > scan && grep 'scan:2[.]' keys && grep 'walk:1' keys
// RUN: awk -F, '/^scan:2/ { key = $1 } END { sub("scan:", "", key); print "scan:0:0\n " key ": 0 __prefetch_t0_0:64\
// RUN: __prefetch_t0_1:128 __prefetch_nta_2:192 __prefetch_indirect_3:8" }' keys > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted -Rpass=udpc -Rpass-missed=udpc 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --implicit-check-not='remark:' < remarks
// CHECK: remark: prefetch 3 lines beside that of this access, too
// CHECK: remark: prefetch 8 iterations ahead of the loop at line {{[0-9]+}}, by {{[0-9]+}} instructions with 1 load up to the last iteration
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=scan hinted | grep -c prefetch | grep -qx 4
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=scan hinted | grep -c prefetchnta | grep -qx 1
// RUN: udpc hints keys --binary hinted --csv --function='*' 2> sums | cut -d, -f2- \
// RUN:   | grep -E 'load|store' | sort > keys.hinted
// RUN: comm -23 keys keys.hinted | count 0
//
// The volatile index is not loaded ahead.
// RUN: printf 'called:0:0\n 4.1: 0 __prefetch_t0_0:64 __prefetch_indirect_1:8\n' > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted -Rpass=udpc -Rpass-missed=udpc 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --check-prefix=STAYS --implicit-check-not='remark:' < remarks
// STAYS: remark: no indirect prefetch: the loop loads no part of its address
// STAYS: remark: no indirect prefetch: the address is loaded by a volatile or atomic access
// STAYS: remark: hint called:4.1 (t0, 64) is applied
// STAYS: remark: {{.*}}h.afdo: 1 of 1 hints for functions of this file are applied
//
// The loop loads each node's address at its beginning: what is prefetched is the
// node after, which is in the same page or is not loaded.
// RUN: awk -F, '/^walk:1/ { sub("walk:", "", $1); keys[$1] } END { print "walk:0:0";\
// RUN: for (key in keys) print " " key ": 0 __prefetch_t0_0:64 __prefetch_inner_1:1" }' keys > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted -Rpass=udpc 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --check-prefix=WALK --implicit-check-not='where its address is loaded' < remarks
// WALK: remark: prefetch 1 lines beside that of this access, too
// WALK: remark: prefetch the next node, 1 iteration ahead of the loop at line {{[0-9]+}}, whose address is loaded early if it is in this page
#include <stdint.h>
#include <stdio.h>

typedef struct Block {
  struct Block *Next;
  uint32_t Count;
  uint32_t Values[61];
} Block;

__attribute__((noinline)) uint64_t scan(const Block *B, const uint32_t *Order, uint64_t *Sums, int N) {
  for (int I = 0; I < N; ++I) {
    const Block *Now = &B[Order[I]];
#pragma clang loop unroll(disable) vectorize(disable)
    for (uint32_t K = 0;
         K < Now->Count; ++K)
      Sums[I] += Now->Values[K] ^ K;
  }
  return Sums[N / 2];
}

__attribute__((noinline)) uint64_t called(const Block *B, const volatile uint32_t *Order, int N) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable)
  for (int I = 0; I < N; ++I)
    Sum += B[Order[I]].Count;
  return Sum;
}

__attribute__((noinline)) uint64_t walk(Block *const *At, uint32_t Stop) { uint64_t Sum = 0;
  for (const Block *B = *At; B; B = B->Next) {
#pragma clang loop unroll(disable) vectorize(disable)
    for (uint32_t K = 0; K < B->Count; ++K)
      Sum += B->Values[K] ^ K;
    if (B->Values[B->Count - 1] == Stop)
      break;
  }
  return Sum;
}

Block Blocks[1000];
uint32_t Order[1000];
uint64_t Sums[1000];

int main(void) {
  for (int I = 0; I < 1000; ++I) {
    Order[I] = I * 377 % 1000;
    Blocks[I].Next = I % 10 == 9 ? 0 : &Blocks[I + 1];
    Blocks[I].Count = 1 + I % 61;
    for (uint32_t K = 0; K < Blocks[I].Count; ++K)
      Blocks[I].Values[K] = I * 2654435761u + K;
  }
  Block *First = Blocks;
  printf("%lu %lu %lu\n", scan(Blocks, Order, Sums, 1000), called(Blocks, Order, 1000), walk(&First, 1));
}
