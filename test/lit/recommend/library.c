// Calls of memcpy whose source is anywhere have a hint at the line with most of
// them. One that sets a long range has none, and the reason is given. Copies of
// a known short length are expanded, so that they have keys of their own.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt
// RUN: clang %{flags} %s -o plain && ./plain > plain.out
// RUN: udpc-clang %{flags} -fudpc-profile=cache %s -o measured
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=262144,16,64 ./measured | cmp - plain.out
// RUN: udpc recommend --calibration=default --min-misses=1000 --min-share=0.1 -o h.afdo > table
// RUN: FileCheck %s --check-prefix=COPY < table
// RUN: FileCheck %s --check-prefix=SHORT < table
// RUN: FileCheck %s --check-prefix=SET < table
// COPY: indirect +{{[0-9]+}} library.c:[[#@LINE+31]] copyAll:6
// COPY-NEXT: the loop that calls memcpy at copyAll:6{{[.0-9]*}} may load the address {{[0-9]+}} iterations ahead; the function takes one path or another
// SHORT: load {{.*}} indirect +{{[0-9]+}} library.c:[[#@LINE+45]] sumShort:6
// SHORT-NEXT: no delta leads to what is next, but the loop may load its address
// SET: store {{.*}} - library.c:[[#@LINE+51]]
// SET-NEXT: memset, a library function, which has no keys: the processor's prefetcher follows such ranges
// RUN: udpc recommend --calibration=default --min-misses=1000 --min-share=0.1 --json \
// RUN:   | grep -c '"verdict": "library"' | grep -x 1
//
// RUN: udpc hints show h.afdo | FileCheck %s --check-prefix=HINT
// HINT-DAG: indirect {{.*}} copyAll:6
// HINT-DAG: indirect {{.*}} sumShort:6
// RUN: udpc-clang %{flags} -fudpc-prefetch-hints=h.afdo -Rpass=udpc -Rpass-missed=udpc %s -o hinted 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s < remarks
// CHECK-DAG: library.c:[[#@LINE+16]]:{{.*}} prefetch {{[0-9]+}} iterations ahead of the loop at line [[#@LINE+14]], by {{[0-9]+}} instructions with 2 loads up to the last iteration
// CHECK-DAG: library.c:[[#@LINE+30]]:{{.*}} prefetch {{[0-9]+}} iterations ahead of the loop at line [[#@LINE+28]], by {{[0-9]+}} instructions with 1 load up to the last iteration
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Strings = 1 << 16, Longest = 40, Copies = 60000 };

// The next output is at the end of this one.
__attribute__((noinline)) size_t copyAll(char *restrict Out, const char *From,
                                         const uint32_t *Starts,
                                         const uint32_t *Which) {
  size_t Used = 0;
  for (size_t I = 0; I < Copies; ++I) {
    uint32_t At = Which[I], Length = Starts[At + 1] - Starts[At];
    memcpy(Out + Used % 8192, From + Starts[At], Length);
    Used += Length;
  }
  return Used;
}

typedef struct {
  uint64_t A, B;
} Pair;

__attribute__((noinline)) uint64_t sumShort(const char *From,
                                            const uint32_t *Which) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Copies; ++I) {
    Pair P;
    memcpy(&P, From + 32 * (size_t)Which[I], sizeof(P));
    if (P.A & 1)
      Sum += P.B * 3;
  }
  return Sum;
}

__attribute__((noinline)) void clear(char *At, size_t Length, int Value) {
  for (int I = 0; I < 4; ++I)
    memset(At, Value + I, Length);
}

int main(void) {
  uint32_t *Starts = malloc((Strings + 1) * sizeof(*Starts));
  uint32_t *Which = malloc(Copies * sizeof(*Which));
  char *From = malloc(Strings * Longest), *Out = malloc(8192 + Longest);
  uint64_t Seed = 1;
  for (size_t I = Starts[0] = 0; I < Strings; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    Starts[I + 1] = Starts[I] + 8 + (Seed >> 40) % (Longest - 8);
  }
  clear(From, Strings * Longest, 'a');
  for (size_t I = 0; I < Copies; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    From[I * 32] = Seed >> 33;
    Which[I] = (Seed >> 40) % Strings;
  }
  size_t Used = copyAll(Out, From, Starts, Which);
  printf("%zu %d %llu\n", Used, Out[100],
         (unsigned long long)sumShort(From, Which));
}
