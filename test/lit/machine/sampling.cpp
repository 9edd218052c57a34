// udpc_sampling.o samples a program that knows nothing of it, by the registers:
// N + 1 events each, and the program ends as it does without, floating point,
// errno and a sample in any place included.
//
// REQUIRES: machine
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang --target=riscv64-linux-gnu -O2 -static -I%udpc_src/include a.cpp \
// RUN:   %udpc_lib/riscv64-linux-gnu/udpc_sampling.o -lm -o a
// RUN: clang --target=riscv64-linux-gnu -O2 -static -I%udpc_src/include a.cpp -DNO_SAMPLING -lm -o plain
// RUN: udpc-machine ./plain > plain.txt
// RUN: check() { \
// RUN:   env UDPC_SAMPLING=$f.txt udpc-machine --D1=1024,2,64 ./a 2>/dev/null | diff - plain.txt && \
// RUN:   %python check.py $f; \
// RUN: }
// RUN: each f insts branches misses tlb -- check | FileCheck %s
// CHECK: insts {{[0-9]+}} periods of [5001]
// CHECK-NEXT: branches {{[0-9]+}} periods of [41]
// CHECK-NEXT: misses {{[0-9]+}} periods of [51]
// CHECK-NEXT: tlb 3 periods of [51]
//
// The API, and the end of it.
// RUN: udpc-machine ./a api 2>/dev/null > api.txt && FileCheck %s --check-prefix=API --input-file=api.txt
// RUN: tail -n +2 api.txt | diff - plain.txt
// API: handled 5, 1000 1000 1000 1000 1000, at main: 1
//
// Elsewhere nothing happens, and a line says why.
// RUN: env UDPC_SAMPLING=insts.txt qemu-riscv64 ./a 2>err.txt | diff - plain.txt
// RUN: FileCheck %s --check-prefix=NONE --input-file=err.txt
// NONE: {{^}}udpc: warning: not sampled: there are no counter registers here
// RUN: env UDPC_SAMPLING=few.txt udpc-machine ./a 2>&1 >/dev/null | FileCheck %s --check-prefix=FEW
// FEW: {{^}}udpc: warning: not sampled: a period has at least 17 instructions
//--- insts.txt
eventsel: insts
maxevent: 5000
logname: insts.log
//--- branches.txt
eventsel: 1
maxevent: 40
warmupinst: 100
logname: branches.log
//--- misses.txt
eventsel: dcache_to_L2
maxevent: 50
logname: misses.log
//--- tlb.txt
eventsel: 3
maxevent: 50
maxperiod: 3
logname: tlb.log
//--- few.txt
eventsel: 0
maxevent: 15
//--- check.py
import json, sys
name = sys.argv[1]
counter = {"insts": 1, "branches": 53, "misses": 38, "tlb": 34}[name]
rows = [json.loads(line) for line in open(name + ".log")]
samples = [r for r in rows if r["type"] == "max_inst"]
assert len(rows) == 65 * len(samples)
assert [s["times"] for s in samples] == list(range(1, len(samples) + 1))
counts = {r["value"] for r in rows if r["type"] == f"event {counter:2}"}
print(name, len(samples), "periods of", sorted(counts))
//--- a.cpp
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udpc/sampling.h>

static int64_t Counts[5];
static unsigned Handled;
static bool InMain = true;

#ifndef NO_SAMPLING
static void handle(const udpc_sample *S, void *) {
  // The floating-point registers are the program's.
  volatile double X = 1.5;
  X = sqrt(X * static_cast<double>(S->number));
  errno = 42;
  if (Handled < 5)
    Counts[Handled] = S->counters[1];
  InMain &= S->pc >= 0x10000 && S->pc < 0x1000000;
  ++Handled;
}
static void start() {
  udpc_sampling S = {};
  S.event = "insts";
  S.every = 1000;
  S.periods = 5;
  S.handler = handle;
  udpc_sampling_start(&S);
}
#endif

static int compare(const void *A, const void *B) {
  double X = *static_cast<const double *>(A), Y = *static_cast<const double *>(B);
  return X < Y ? -1 : X > Y;
}

int main(int N, char **) {
  errno = 7;
#ifndef NO_SAMPLING
  if (N > 1)
    start();
#endif
  static double V[1000];
  double Sum = 0;
  for (int I = 0; I < 1000; ++I)
    V[I] = sin(I) * (rand() % 1000);
  qsort(V, 1000, sizeof(double), compare);
  unsigned Hash = 0;
  for (int I = 0; I < 1000; ++I) {
    unsigned Bits;
    memcpy(&Bits, V + I, sizeof(Bits));
    Hash = Hash * 31 + Bits;
    Sum += V[I] * 0.5;
  }
  // Long strides: misses of the TLB.
  static char Far[64 << 20];
  for (int Round = 0; Round < 8; ++Round)
    for (size_t At = 0; At < sizeof(Far); At += 64 << 10)
      Hash += static_cast<unsigned>(Far[At] += 1);
#ifndef NO_SAMPLING
  if (N > 1) {
    udpc_sampling_stop();
    printf("handled %u,", Handled);
    for (int64_t C : Counts)
      printf(" %d", static_cast<int>(C));
    printf(", at main: %d\n", InMain);
  }
#endif
  printf("%a %u %d\n", Sum, Hash, errno);
  return 0;
}
