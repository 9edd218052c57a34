// Loops that replace the indexes that they load: what they store is no index and
// must not be loaded ahead as one, in no iteration, the last ones included.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O2 %s -o plain && ./plain > plain.out
// DEFINE: %{flags} = -O2 -gmlt -fpass-plugin=%plugin
// RUN: check() { \
// RUN:   clang %{flags} -O$level -mllvm -udpc-prefetch-indirect=$ahead %s -o ahead -Rpass=udpc -Rpass-missed=udpc \
// RUN:     2> remarks.$ahead.$level && \
// RUN:   ./ahead | cmp - plain.out; \
// RUN: }
// RUN: each ahead 1 2 7 100 5000 -- each level 1 3 -- check
// RUN: FileCheck %s < remarks.7.1
#include <stdint.h>
#include <stdio.h>

enum { N = 1000, Bad = 0xfffffff0u };
static uint32_t First[N + 16], Second[N], Third[N];

#define LOOP _Pragma("clang loop unroll(disable) vectorize(disable)") for
#define NOINLINE __attribute__((noinline)) static

// Loads of Third[Second[Order[I]]], for which Second is loaded ahead.
NOINLINE uint64_t same(uint32_t *Order, const uint32_t *B, const uint32_t *C) {
  uint64_t Sum = 0;
  LOOP (int I = 0; I < N; ++I) {
    // CHECK: in-place.c:[[#@LINE+1]]:{{.*}} prefetch 7 iterations ahead {{.*}} with 2 loads up to the last iteration
    Sum += C[B[Order[I]]];
    Order[I] = Bad;
  }
  return Sum;
}

NOINLINE uint64_t before(uint32_t *Order, const uint32_t *B, const uint32_t *C) {
  uint64_t Sum = 0;
  LOOP (int I = 1; I < N; ++I) {
    Order[I - 1] = Bad;
    // CHECK: in-place.c:[[#@LINE+1]]:{{.*}} prefetch 7 iterations ahead {{.*}} with 2 loads up to the last iteration
    Sum += C[B[Order[I]]];
  }
  return Sum;
}

NOINLINE uint64_t downwards(uint32_t *Order, const uint32_t *B, const uint32_t *C) {
  uint64_t Sum = 0;
  LOOP (int I = N - 1; I >= 0; --I) {
    // CHECK: in-place.c:[[#@LINE+1]]:{{.*}} prefetch 7 iterations ahead {{.*}} with 2 loads up to the last iteration
    Sum += C[B[Order[I]]];
    Order[I] = Bad;
    Order[I + 1] = Bad;
  }
  return Sum;
}

// Memory that is used for values of another type in between.
NOINLINE uint64_t reused(uint32_t *Order, const uint32_t *B, const uint32_t *C, int Times) {
  float *Results = (float *)Order;
  uint64_t Sum = 0;
  LOOP (int T = 0; T < Times; ++T) {
    LOOP (int I = 0; I < N; ++I) {
      // CHECK: in-place.c:[[#@LINE+1]]:{{.*}} prefetch 7 iterations ahead {{.*}} with 2 loads up to the last iteration
      uint32_t Of = C[B[Order[I]]];
      Results[I] = -1.5f - (Of & 7);
    }
    LOOP (int I = 0; I < N; ++I)
      Sum += Results[I] < -2;
    LOOP (int I = 0; I < N; ++I)
      Order[I] = (I * 7 + T) % N;
  }
  return Sum;
}

// The outer loop repeats: where this one ends, the first index is already
// another one.
NOINLINE uint64_t again(uint32_t *Order, const uint32_t *B, const uint32_t *C, int Times) {
  uint64_t Sum = 0;
  LOOP (int T = 0; T < Times; ++T) {
    LOOP (int I = 0; I < N; ++I) {
      // CHECK: in-place.c:[[#@LINE+1]]:{{.*}} prefetch 7 iterations ahead {{.*}} with 2 loads up to the last iteration
      Sum += C[B[Order[I]]];
      Order[I] = Bad;
    }
    LOOP (int I = 0; I < N; ++I)
      Order[I] = (I * 7 + T) % N;
  }
  return Sum;
}

// The next iteration, or a later one, loads another index.
// CHECK-NOT: with 2 loads
NOINLINE uint64_t after(uint32_t *Order, const uint32_t *B, const uint32_t *C) {
  uint64_t Sum = 0;
  LOOP (int I = 0; I < N - 1; ++I) {
    Sum += C[B[Order[I]]];
    Order[I + 1] = (Order[I + 1] + I) % N;
  }
  return Sum;
}

NOINLINE uint64_t anywhere(uint32_t *Order, const uint32_t *B, const uint32_t *C, int Farther) {
  uint64_t Sum = 0;
  LOOP (int I = 0; I < N; ++I) {
    Sum += C[B[Order[I]]];
    Order[I + Farther] = Order[I] / 2;
  }
  return Sum;
}

// Wider than an element.
NOINLINE uint64_t wide(uint32_t *Order, const uint32_t *B, const uint32_t *C) {
  typedef uint64_t __attribute__((aligned(4), may_alias)) Two;
  uint64_t Sum = 0;
  LOOP (int I = 0; I < N - 1; ++I) {
    Sum += C[B[Order[I]]];
    *(Two *)&Order[I] = 5;
  }
  return Sum;
}

static uint32_t *order(void) {
  for (int I = 0; I < N; ++I)
    First[I] = I * 377 % N;
  __asm__ volatile("" : : : "memory");
  return First;
}

int main(void) {
  for (int I = 0; I < N; ++I) {
    Second[I] = I * 613 % N;
    Third[I] = I * 2654435761u;
  }
  printf("%lu ", same(order(), Second, Third));
  printf("%lu ", before(order(), Second, Third));
  printf("%lu ", downwards(order(), Second, Third));
  printf("%lu ", after(order(), Second, Third));
  printf("%lu ", anywhere(order(), Second, Third, 3));
  printf("%lu ", wide(order(), Second, Third));
  printf("%lu ", reused(order(), Second, Third, 5));
  printf("%lu\n", again(order(), Second, Third, 5));
}
