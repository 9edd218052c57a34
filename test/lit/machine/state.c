// A program that is sampled at every period has the same state as one that is not:
// all registers, its memory, its stack.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O2 -static %s -o %t
// RUN: udpc-machine %t > %t.plain && FileCheck %s < %t.plain
// RUN: check() { udpc-machine $o --log=%t.log %t | diff %t.plain - && %python %S/Inputs/periods.py %t.log 0 any 5; }
// RUN: each o '--every=1 --periods=2000' --every=197 '--every=997 --warmup=100' '--event=1 --every=9' \
// RUN:   '--event=2 --every=9 --D1=1024,2,64' '--event=3 --every=1' -- check
//
// The same by a handler in the program; one that never samples has the same
// environment.
// RUN: env SAMPLE_EVERY=9999999999 udpc-machine %t > %t.never
// RUN: check_sampled() { \
// RUN:   env SAMPLE_EVERY=$n udpc-machine %t > %t.sampled; \
// RUN:   (diff %t.never %t.sampled || true) | grep '^[<>]' | FileCheck %s --check-prefix=SAMPLED; \
// RUN: }
// RUN: each n 0000000100 0000000997 -- check_sampled
//
// CHECK: x2 {{[0-9a-f]+}}
// CHECK: f31 {{[0-9a-f]+}}
// CHECK: memory {{[0-9a-f]+}} stack {{[0-9a-f]+}}
//
// SAMPLED:      < maxevent 9999999999
// SAMPLED-NEXT: > maxevent
// SAMPLED-NEXT: < samples 0
// SAMPLED-NEXT: > samples {{[1-9][0-9]+}}
// SAMPLED-NOT:  {{.}}

#include "Inputs/handler.h"

#define WORDS 4096
static volatile uint64_t Table[WORDS];
static volatile double Reals[WORDS];
static uint64_t X[32], F[32], Fcsr;

static uint64_t hash(const volatile uint64_t *Words, uint64_t Number) {
  uint64_t Hash = 1;
  for (uint64_t I = 0; I != Number; ++I)
    Hash = Hash * 31 + Words[I];
  return Hash;
}

/* Deep recursion: its frames stay on the stack. */
__attribute__((noinline)) static uint64_t work(uint64_t Seed, int Depth) {
  volatile uint64_t Own[8];
  double Scale = 0.5;
  for (int I = 0; I != 100; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    Table[Seed >> 52] += Seed;
    Scale = Scale * 1.0000001 + 1e-9 * (double)(Seed >> 60);
    Reals[Seed >> 53] += Scale / (double)(1 + (Seed & 255));
    Own[I % 8] = Seed ^ Table[Seed >> 54];
  }
  uint64_t Below = Depth ? work(Seed, Depth - 1) : Seed;
  return Below + Own[Below % 8];
}

#define X_REGISTER(n) "sd x" #n ", 8*" #n "(%0)\n"
#define F_REGISTER(n) "fsd f" #n ", 8*" #n "(%0)\n"
#define EIGHT(R, a, b, c, d, e, f, g, h)                                       \
  R(a) R(b) R(c) R(d) R(e) R(f) R(g) R(h)
#define ALL(R)                                                                 \
  EIGHT(R, 0, 1, 2, 3, 4, 5, 6, 7)                                             \
  EIGHT(R, 8, 9, 10, 11, 12, 13, 14, 15)                                       \
  EIGHT(R, 16, 17, 18, 19, 20, 21, 22, 23)                                     \
  EIGHT(R, 24, 25, 26, 27, 28, 29, 30, 31)

int main(void) {
  uint64_t Result = work(1, 20);
  __asm__ volatile(ALL(X_REGISTER)::"r"(X) : "memory");
  __asm__ volatile(ALL(F_REGISTER)::"r"(F) : "memory");
  __asm__ volatile("frcsr %0" : "=r"(Fcsr));
  /* Frames of work(), which have been left. */
  uint64_t Stack = hash((uint64_t *)X[2] - 1024, 1024);
  uint64_t Memory = hash(Table, WORDS) + hash((uint64_t *)Reals, WORDS);
  for (int I = 0; I != 32; ++I)
    printf("x%d %016lx f%d %016lx\n", I, X[I], I, F[I]);
  printf("fcsr %lx result %lx\n", Fcsr, Result);
  printf("memory %lx stack %lx\n", Memory, Stack);
  printf("samples %lu\n", NumSamples);
  return 0;
}
