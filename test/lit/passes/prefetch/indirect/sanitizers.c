// Checkers of memory report nothing of loads ahead, beyond the ends of arrays or
// of memory that is not initialised yet, and what the program does wrong they
// still report.
//
// RUN: clang -O2 %s -o %t.plain && %t.plain > %t.expected
// RUN: check() { \
// RUN:   clang -O2 -g -fsanitize=$kind -fno-sanitize-recover=all -fpass-plugin=%plugin \
// RUN:     -mllvm -udpc-prefetch-indirect=50 -Rpass=udpc %s -o %t.$kind 2> %t.remarks && \
// RUN:   grep -q 'iterations ahead' %t.remarks && \
// RUN:   %t.$kind | cmp - %t.expected; \
// RUN: }
// RUN: each kind address memory undefined thread -- check
// RUN: not %t.address wrong 2>&1 | FileCheck %s
// CHECK: heap-buffer-overflow
// CHECK-NEXT: READ of size 4
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t Values[1 << 12];

__attribute__((noinline)) static uint64_t untilZero(const uint32_t *B) {
  uint64_t S = 0;
  while (*B)
    S = S * 3 + Values[*B++];
  return S;
}
__attribute__((noinline)) static uint64_t counted(const uint32_t *B, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    S = S * 3 + Values[B[I]];
  return S;
}
// A work list: what is ahead is not initialised yet.
__attribute__((noinline)) static uint64_t work(uint32_t *Queue, size_t N) {
  size_t Head = 0, Tail = 1;
  Queue[0] = 1;
  while (Head < Tail) {
    uint64_t V = Values[Queue[Head++]];
    for (int I = 0; I < 3 && Tail < N; ++I)
      Queue[Tail++] = (V += 40503) % (1 << 12);
  }
  return Queue[N / 2];
}

int main(int argc, char **argv) {
  for (int I = 0; I < 1 << 12; ++I)
    Values[I] = I * 2654435761u;
  size_t N = 999;
  uint32_t *B = malloc(N * sizeof(*B)), *Queue = malloc(N * sizeof(*Queue));
  for (size_t I = 0; I < N; ++I)
    B[I] = 1 + I * 40503u % 4095;
  B[N - 1] = 0;
  printf("%lu %lu %lu\n", untilZero(B), counted(B, N + (argc > 1)), work(Queue, N));
  free(B);
  free(Queue);
}
