// Kernels whose misses can be computed by hand, which call the entry points as
// generated code does, after the check for recent lines. For the same source without
// udpc, Cachegrind has the same counts in each function.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -g -O2 -I%udpc_src/include -I%S/Inputs -I%S/../costs/Inputs %s -DSIMULATED -L%udpc_lib \
// RUN:   -ludpc_rt -pthread -o simulated
// RUN: clang++ -std=c++17 -g -O2 -I%udpc_src/include -I%S/Inputs %s -o plain
//
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=1048576,16,64:cachegrind_output=a.cg:cache_output=a.cache ./simulated \
// RUN:   > /dev/null 2>&1
// RUN: valgrind --tool=cachegrind --cache-sim=yes --D1=32768,8,64 --LL=1048576,16,64 \
// RUN:   --cachegrind-out-file=v.cg ./plain > /dev/null 2>&1
// RUN: %python %S/Inputs/misses.py a.cg | FileCheck %s --match-full-lines
// RUN: %python %S/Inputs/misses.py a.cg v.cg | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal
//
// A call and a return access the stack, whose lines are in other sets in each
// run. So that what they push out of D1 makes no difference, each kernel first
// fills it with the array's last lines. That is in a file of its own, whose lines
// are left out.
//
// The array is 512 rows of 4 KB: 32,768 lines. In rows each of them misses once.
// The lines of a column are all of one set, so each of its accesses misses D1;
// they are of 16 sets of LL, 32 for each, which has room for 16. A store to each
// line misses once more, and LL has the array's second half then, as after what
// fills D1. Steps of 17 lines are 1,928 to a round, 30 to a set of D1, which has
// room for 8; in LL the first half of them misses once. Steps of half a row are
// 512 lines to a round, of two sets of D1. Four times all lines in order are
// 131,072 misses of both.
//      CHECK:columns 262144 262144 0 0
// CHECK-NEXT:large_lines 0 0 32768 32768
// CHECK-NEXT:random_places {{29....}} {{1[45]....}} 0 0
// CHECK-NEXT:rows 32768 32768 0 0
// CHECK-NEXT:straddling 131072 131072 0 0
// CHECK-NEXT:strided 0 0 5784 964
// CHECK-NEXT:twice 1024 512 0 0
//  CHECK-NOT:{{.}}
//
// Other numbers of ways, sizes of lines, a last level of larger and of smaller
// lines than the first's.
// RUN: env UDPC_OPTIONS=D1=49152,12,64:LL=3145728,24,128:cachegrind_output=a.cg:cache_output=a.cache ./simulated \
// RUN:   > /dev/null 2>&1
// RUN: valgrind --tool=cachegrind --cache-sim=yes --D1=49152,12,64 --LL=3145728,24,128 \
// RUN:   --cachegrind-out-file=v.cg ./plain > /dev/null 2>&1
// RUN: %python %S/Inputs/misses.py a.cg v.cg | FileCheck %s --check-prefix=EQUAL
// RUN: env UDPC_OPTIONS=D1=16384,2,32:LL=262144,1,32:cachegrind_output=a.cg:cache_output=a.cache ./simulated \
// RUN:   > /dev/null 2>&1
// RUN: valgrind --tool=cachegrind --cache-sim=yes --D1=16384,2,32 --LL=262144,1,32 \
// RUN:   --cachegrind-out-file=v.cg ./plain > /dev/null 2>&1
// RUN: %python %S/Inputs/misses.py a.cg v.cg | FileCheck %s --check-prefix=EQUAL
// RUN: env UDPC_OPTIONS=D1=65536,4,128:LL=524288,8,64:cachegrind_output=a.cg:cache_output=a.cache ./simulated \
// RUN:   > /dev/null 2>&1
// RUN: valgrind --tool=cachegrind --cache-sim=yes --D1=65536,4,128 --LL=524288,8,64 \
// RUN:   --cachegrind-out-file=v.cg ./plain > /dev/null 2>&1
// RUN: %python %S/Inputs/misses.py a.cg v.cg | FileCheck %s --check-prefix=EQUAL
// RUN: env UDPC_OPTIONS=D1=131072,4,64:LL=81920,20,64:cachegrind_output=a.cg:cache_output=a.cache ./simulated \
// RUN:   > /dev/null 2>&1
// RUN: valgrind --tool=cachegrind --cache-sim=yes --D1=131072,4,64 --LL=81920,20,64 \
// RUN:   --cachegrind-out-file=v.cg ./plain > /dev/null 2>&1
// RUN: %python %S/Inputs/misses.py a.cg v.cg | FileCheck %s --check-prefix=EQUAL

#include <stddef.h>
#include <stdint.h>

// On a boundary of lines; which sets it begins in makes no difference.
alignas(4096) static char Array[2 << 20];

constexpr int Fill = 7;

#ifdef SIMULATED
#include "tell.h"
#define TELL(Operation, Address, Type) tell(Operation, Address, sizeof(Type))
#else
#define TELL(Operation, Address, Type)
#endif

template <typename T> static inline void load(int Operation, size_t Offset) {
  TELL(Operation, Array + Offset, T);
  T Value;
  // Loads that the optimiser leaves alone.
  asm volatile("mov %1, %0" : "=r"(Value) : "m"(*(T *)(Array + Offset)));
}
template <typename T> static inline void store(int Operation, size_t Offset) {
  TELL(Operation, Array + Offset, T);
  asm volatile("mov %1, %0" : "=m"(*(T *)(Array + Offset)) : "r"(T(0)));
}

#include "fill.h"

extern "C" {
__attribute__((noinline)) void rows() {
  fill();
  for (size_t I = 0; I != sizeof(Array); I += 8)
    load<uint64_t>(0, I);
}
__attribute__((noinline)) void columns() {
  fill();
  for (size_t Column = 0; Column != 4096; Column += 8)
    for (size_t Row = 0; Row != 512; ++Row)
      load<uint64_t>(1, Row * 4096 + Column);
}
__attribute__((noinline)) void large_lines() {
  fill();
  for (size_t I = 0; I != sizeof(Array); I += 64)
    store<uint64_t>(2, I);
}
__attribute__((noinline)) void strided() {
  fill();
  for (int Round = 0; Round != 3; ++Round)
    for (size_t I = 0; I < sizeof(Array) - 8; I += 1088)
      store<uint64_t>(3, I);
}
__attribute__((noinline)) void random_places() {
  fill();
  uint64_t X = 1;
  for (int I = 0; I != 300000; ++I) {
    X = X * 6364136223846793005 + 1442695040888963407;
    load<uint32_t>(4, (X >> 33) % sizeof(Array) & ~size_t(3));
  }
}
__attribute__((noinline)) void straddling() {
  fill();
  for (int Round = 0; Round != 4; ++Round)
    for (size_t I = 0; I < sizeof(Array) - 8; I += 29)
      load<uint64_t>(5, I);
}
__attribute__((noinline)) void twice() {
  fill();
  for (int Round = 0; Round != 2; ++Round)
    for (size_t I = 0; I != 512; ++I)
      load<uint64_t>(6, I * 4096 / 2 % sizeof(Array));
}
}

int main() {
#ifdef SIMULATED
  startTelling({{"rows", 0},
                {"columns", 0},
                {"large_lines", 1},
                {"strided", 1},
                {"random_places", 0},
                {"straddling", 0},
                {"twice", 0},
                {"fill", 0}});
#endif
  rows();
  columns();
  large_lines();
  strided();
  random_places();
  straddling();
  twice();
}
