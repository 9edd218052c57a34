// A program that samples itself, as those of the BOOM fork: the handler is
// entered after the N+1st event, and the program ends as it does without.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O2 -static %s -o %t
// RUN: udpc-machine %t > %t.plain
// RUN: qemu-riscv64 %t | diff - %t.plain
// RUN: env SAMPLE_EVERY=5000 udpc-machine %t > %t.sampled
// RUN: FileCheck %s --input-file %t.sampled
// RUN: grep result %t.sampled | diff - %t.plain
// RUN: env SAMPLE_EVERY=5000 SAMPLE_WARMUP=777 udpc-machine %t > %t.warm
// RUN: FileCheck %s --input-file %t.warm
// RUN: grep result %t.warm | diff - %t.plain
// RUN: env SAMPLE_EVERY=5000 SAMPLE_PERIODS=3 udpc-machine %t \
// RUN:   | FileCheck %s --check-prefix PERIODS
//
// The event that a sample ends with is the N+1st of its kind; the handler is
// entered with the counters as they were then.
// RUN: env SAMPLE_EVERY=40 SAMPLE_EVENT=1 udpc-machine %t > %t.branches
// RUN: FileCheck %s --check-prefix BRANCHES --input-file %t.branches
// RUN: grep result %t.branches | diff - %t.plain
// RUN: env SAMPLE_EVERY=50 SAMPLE_EVENT=2 udpc-machine --D1=1024,2,64 %t > %t.misses
// RUN: FileCheck %s --check-prefix MISSES --input-file %t.misses
// RUN: grep result %t.misses | diff - %t.plain
// RUN: env SAMPLE_EVERY=50 SAMPLE_EVENT=3 udpc-machine %t > %t.tlb
// RUN: FileCheck %s --check-prefix TLB --input-file %t.tlb
// RUN: grep result %t.tlb | diff - %t.plain
//
// Selections that select nothing are reported, and take no sample.
// RUN: env SAMPLE_EVERY=50 SAMPLE_EVENT=5 udpc-machine %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix NOTHING
//
// CHECK: maxevent 5000
// CHECK: samples {{[1-9][0-9]+}}, of 5001 instructions each: yes
// PERIODS: samples 3, of 5001 instructions each: yes
// BRANCHES: samples {{[1-9][0-9]*}}, of 41 events: yes
// MISSES: samples {{[1-9][0-9]*}}, of 51 events: yes
// TLB: samples {{[1-9][0-9]*}}, of 51 events: yes
// NOTHING: udpc-machine: warning: sampleEventSel is 5, which selects no event: only 0 to 3 do; no sample will be taken
// NOTHING-NOT: samples

#include "Inputs/handler.h"

/* Volatile: the work is what is sampled. */
static volatile uint64_t Table[64 * 512];

static uint64_t work(void) {
  uint64_t Seed = 1, Sum = 0;
  double Scale = 0.5;
  for (int I = 0; I < 60000; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    volatile uint64_t *Word = &Table[Seed >> 49];
    *Word += Seed >> 60;
    if (Seed >> 63)
      Sum += *Word;
    Scale = Scale * 1.0000001 + 1e-9 * (double)(Seed >> 60);
  }
  return Sum + (uint64_t)(Scale * 1e6);
}

int main(void) {
  printf("result %lu\n", work());
  if (!NumSamples)
    return 0;
  uint64_t Limit = MaxEventNum + 1;
  if (EventSelection == 0)
    printf("samples %lu, of %lu instructions each: %s\n", NumSamples, Limit,
           SumOfInstructions == NumSamples * Limit ? "yes" : "no");
  else
    printf("samples %lu, of %lu events: %s\n", NumSamples, Limit,
           SumOfNowEvents == NumSamples * Limit ? "yes" : "no");
  return 0;
}
