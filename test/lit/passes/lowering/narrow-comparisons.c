// A condition of a loop that is vectorised compares as few bits as the values
// have that it compares, whatever the limit is, and vectors of loops that count
// down are not reversed for what is counted.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -S -DCODE a.c -o - | FileCheck a.c
//
// Output and counts are those without the optimiser.
// RUN: clang -O0 a.c -o plain && ./plain > plain.txt
// RUN: udpc-clang -O0 -fudpc-spec=spec.yaml a.c -o a.out
// RUN: UDPC_OPTIONS=output=a.prof ./a.out > a.txt
// RUN: cmp a.txt plain.txt
// RUN: udpc report --sites --sort=place a.prof > sites.txt
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out > a.txt && \
// RUN:   cmp a.txt plain.txt && \
// RUN:   udpc report --sites --sort=place a.prof | diff - sites.txt; \
// RUN: }
// RUN: each flags -O1 -O2 -O3 "-O2 -fPIC" "-O3 -march=x86-64-v3" "-O2 -mllvm -force-vector-interleave=4" \
// RUN:   "-O2 -mllvm -force-vector-width=16" -- check
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "*:*"}
//--- body.h
__attribute__((noinline)) unsigned NAME(SHORT *A, int N, WIDE L) {
  unsigned S = 0;
  for (int I = 0; I < N; ++I) {
    WIDE X = A[I];
    if (COMPARED)
      A[I] = X + 1;
    else
      A[I] = X ^ 5;
    S += A[I];
  }
  return S;
}
#undef NAME
#undef SHORT
#undef WIDE
#undef COMPARED
//--- a.c
#include <stdint.h>
#include <stdio.h>

#define NIL 0

// CHECK-LABEL: slide:
// CHECK:       psubw
// CHECK-NOT:   pshuf
// CHECK-NOT:   punpck
// CHECK:       psadbw
// CHECK-NOT:   pshuf
// CHECK:       jne
__attribute__((noinline)) void slide(uint16_t *P, unsigned N, unsigned Size) {
  unsigned M;
  do {
    M = *--P;
    *P = (uint16_t)(M >= Size ? M - Size : NIL);
  } while (--N);
}

// Two vectors, and one that is stored where it is read.
__attribute__((noinline)) void both(uint16_t *P, const uint16_t *Q, int N,
                                    unsigned Limit) {
  for (int I = N - 1; I >= 0; --I)
    if (Q[I] > Limit)
      P[I] += Q[I];
    else
      P[I] -= Q[I] + 3;
}

// A vector in both orders.
__attribute__((noinline)) void mirrored(uint16_t *restrict P,
                                        const uint16_t *Q, int N,
                                        unsigned Limit) {
  for (int I = 0; I != N; ++I)
    if (Q[N - 1 - I] < Limit)
      P[I] = Q[I];
    else
      P[I] = Q[N - 1 - I] ^ 9;
}

#define NAME less8
#define SHORT uint8_t
#define WIDE uint32_t
#define COMPARED X < L
#include "body.h"
#define NAME lessequal8
#define SHORT uint8_t
#define WIDE uint32_t
#define COMPARED X <= L
#include "body.h"
#define NAME greater8
#define SHORT uint8_t
#define WIDE uint32_t
#define COMPARED X > L
#include "body.h"
#define NAME greaterequal8
#define SHORT uint8_t
#define WIDE uint32_t
#define COMPARED L <= X
#include "body.h"
#define NAME less16
#define SHORT uint16_t
#define WIDE uint64_t
#define COMPARED L > X
#include "body.h"
#define NAME lessequal16
#define SHORT uint16_t
#define WIDE uint64_t
#define COMPARED L >= X
#include "body.h"
#define NAME greater16
#define SHORT uint16_t
#define WIDE uint64_t
#define COMPARED L < X
#include "body.h"
#define NAME greaterequal16
#define SHORT uint16_t
#define WIDE uint64_t
#define COMPARED X >= L
#include "body.h"
#define NAME less32
#define SHORT uint32_t
#define WIDE uint64_t
#define COMPARED X < L
#include "body.h"
#define NAME greaterequal32
#define SHORT uint32_t
#define WIDE uint64_t
#define COMPARED X >= L
#include "body.h"

#ifndef CODE
static uint16_t A16[333], B16[333];
static uint8_t A8[333];
static uint32_t A32[333];
static uint64_t State = 1;
static uint32_t next(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return State >> 33;
}
static unsigned hash(const void *P, size_t N) {
  unsigned H = 5381;
  for (const unsigned char *At = P; N--; ++At) H = H * 33 + *At;
  return H;
}
// Small values, large ones, and those near the limits of types.
static uint64_t some(unsigned I, unsigned Bits) {
  uint64_t Most = ((uint64_t)1 << Bits) - 1;
  switch (I % 5) {
  case 0: return next() % 4 & Most;
  case 1: return Most - next() % 4;
  default: return next() & Most;
  }
}
int main(void) {
  static const uint64_t Limits[] = {0, 1, 2, 127, 254, 255, 256, 257, 32768,
      65534, 65535, 65536, 65537, 0x7fffffff, 0xfffffffe, 0xffffffff,
      0x100000000, 0x100000001, ~(uint64_t)0};
  for (unsigned I = 0; I != sizeof(Limits) / sizeof(*Limits); ++I) {
    uint64_t L = Limits[I];
    for (int N = 1; N < 334; N = N * 3 + 1) {
      for (int J = 0; J != 333; ++J) {
        A8[J] = some(J, 8), A16[J] = some(J, 16), B16[J] = some(J + 3, 16);
        A32[J] = some(J, 32);
      }
      slide(A16 + N, N, L);
      both(A16, B16, N, L);
      mirrored(A16, B16, N, L);
      unsigned S = less8(A8, N, L) + lessequal8(A8, N, L) +
                   greater8(A8, N, L) + greaterequal8(A8, N, L) +
                   less16(A16, N, L) + lessequal16(A16, N, L) +
                   greater16(A16, N, L) + greaterequal16(A16, N, L) +
                   less32(A32, N, L) + greaterequal32(A32, N, L);
      printf("%d %u %u %u %u\n", N, S, hash(A8, sizeof A8),
             hash(A16, sizeof A16), hash(A32, sizeof A32));
    }
  }
}
#endif
