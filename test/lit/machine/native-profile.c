// The machine's counts of memory and branches are those of our native profile of
// the same program, which does the same accesses on both processors: reads, writes,
// misses of the data cache, conditional branches, of each marked line. (Not one place
// is read and written by one instruction, which Cachegrind takes for a read.)
//
// REQUIRES: machine
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang --target=riscv64-linux-gnu -O2 -static %s -o guest
// RUN: udpc-clang -O2 -fudpc-profile=cache,branches %s -o native
// RUN: env UDPC_OPTIONS=D1=4096,2,64:summary=0:cache_output=:cachegrind_output=small.cg ./native > native.txt
// RUN: udpc-machine --D1=4096,2,64 ./guest > small.txt
// RUN: %python %S/Inputs/compare_native.py %s small.cg small.txt | FileCheck %s
// RUN: env UDPC_OPTIONS=D1=32768,8,64:summary=0:cache_output=:cachegrind_output=usual.cg ./native | diff - native.txt
// RUN: udpc-machine ./guest > usual.txt
// RUN: %python %S/Inputs/compare_native.py %s usual.cg usual.txt | FileCheck %s
//
//                     reads          writes         misses         branches
// CHECK:      sum       {{([0-9]{5,})}}    0              {{([0-9]{4,})}}  {{([0-9]{5,})}}
// CHECK-NEXT: transpose {{([0-9]{5,})}}    {{([0-9]{5,})}}  {{([0-9]{4,})}}  {{([0-9]{5,})}}
// CHECK-NEXT: chase     {{([0-9]{5,})}}    0              {{([0-9]{4,})}}  {{([0-9]{5,})}}
// CHECK-NEXT: scatter   {{([0-9]{5,})}}    {{([0-9]{5,})}}  {{([0-9]{3,})}}  {{([0-9]{5,})}}
// CHECK-NEXT: search    {{([0-9]{5,})}}    {{([0-9]{3,})}}  {{([0-9]{3,})}}  {{([0-9]{5,})}}
// CHECK-NEXT: list      {{([0-9]{5,})}}    {{([0-9]{5,})}}  {{([0-9]{3,})}}  {{([0-9]{5,})}}

#include <stdint.h>
#include <stdio.h>

#ifdef __riscv
#define WRITE_REGISTER(tag, value)                                             \
  __asm__ volatile("addi x0, %0, " #tag ::"r"((uint64_t)(value)) : "memory")
#define READ_REGISTER(tag, out)                                                \
  __asm__ volatile("addi x0, %0, " #tag : "+r"(out)::"memory")
#else
#define WRITE_REGISTER(tag, value) __asm__ volatile("" ::: "memory")
#define READ_REGISTER(tag, out) __asm__ volatile("" ::: "memory")
#endif

#define SIZE 32768
#define EDGE 128

struct Node {
  struct Node *Next;
  uint64_t Value;
};

// All data has the same distance from a multiple of the caches' sizes on both.
static struct {
  volatile uint64_t Flush[262144];
  uint32_t Numbers[SIZE];
  uint32_t Sorted[SIZE];
  double From[EDGE * EDGE], To[EDGE * EDGE];
  struct Node Nodes[4096];
} D __attribute__((aligned(1 << 20)));

// Both caches have the same lines afterwards, whatever they had before.
#define BEGIN                                                                  \
  WRITE_REGISTER(1, 0x1234567);                                                \
  WRITE_REGISTER(7, 1);                                                        \
  for (unsigned K = 0; K != 262144; K += 8)                                    \
    (void)D.Flush[K];                                                          \
  WRITE_REGISTER(127, 0);
#define END(name)                                                              \
  WRITE_REGISTER(7, 0);                                                        \
  print(name);
#define LOOP                                                                   \
  _Pragma("clang loop vectorize(disable) unroll(disable) interleave(disable)")

__attribute__((noinline)) static void print(const char *Name) {
  uint64_t Loads = 0, Stores = 0, Misses = 0, Branches = 0;
  READ_REGISTER(159, Loads);
  READ_REGISTER(160, Stores);
  READ_REGISTER(166, Misses);
  READ_REGISTER(167, Branches);
  printf("%s %lu %lu %lu %lu\n", Name, Loads, Stores, Misses, Branches);
}

__attribute__((noinline)) static uint64_t sum(void) {
  uint64_t Sum = 0;
  BEGIN
  LOOP for (unsigned I = 0; I != SIZE; ++I) Sum += D.Numbers[I]; // sum
  END("sum")
  return Sum;
}

__attribute__((noinline)) static void transpose(void) {
  BEGIN
  LOOP for (unsigned I = 0; I != EDGE; ++I) // transpose
      LOOP for (unsigned K = 0; K != EDGE; ++K) // transpose
      D.To[I * EDGE + K] = D.From[K * EDGE + I]; // transpose
  END("transpose")
}

__attribute__((noinline)) static uint64_t chase(void) {
  uint32_t At = 0;
  BEGIN
  LOOP for (unsigned I = 0; I != SIZE; ++I) At = D.Numbers[At]; // chase
  END("chase")
  return At;
}

__attribute__((noinline)) static void scatter(void) {
  BEGIN
  LOOP for (unsigned I = 0; I != SIZE; ++I) D.Sorted[D.Numbers[I] / 2] = I; // scatter
  END("scatter")
}

__attribute__((noinline)) static uint64_t search(void) {
  BEGIN
  LOOP for (unsigned I = 0; I != 1000; ++I) { // search
    uint32_t Wanted = I * 2654435761u, Low = 0; // search
    LOOP for (uint32_t Step = SIZE / 2; Step; Step /= 2) // search
        if (*(volatile uint32_t *)&D.Sorted[Low + Step - 1] < Wanted) // search
        Low += Step; // search
    D.Nodes[I].Value = Low; // search
  }
  END("search")
  return D.Nodes[7].Value;
}

__attribute__((noinline)) static void list(void) {
  BEGIN
  struct Node *N = &D.Nodes[0];
  uint64_t Sum = 1;
  LOOP for (unsigned I = 0; I != SIZE; ++I) { // list
    Sum += N->Value; // list
    N->Value = Sum; // list
    N = N->Next; // list
  }
  END("list")
}

int main(void) {
  // A cycle through all of Numbers, and one through all nodes.
  for (uint32_t I = 0; I != SIZE; ++I)
    D.Numbers[I] = (I * 5 + 12345) % SIZE;
  for (uint32_t I = 0; I != 4096; ++I)
    D.Nodes[I].Next = &D.Nodes[(I * 1597 + 51) % 4096];
  for (uint32_t I = 0; I != EDGE * EDGE; ++I)
    D.From[I] = I;
  uint64_t Check = sum();
  transpose();
  Check += chase();
  scatter();
  for (uint32_t I = 0; I != SIZE; ++I)
    D.Sorted[I] = I * (UINT32_MAX / SIZE);
  Check += search();
  list();
  Check += (uint64_t)D.To[EDGE + 3] + D.Nodes[99].Value;
  return Check == 0;
}
