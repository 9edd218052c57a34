// The model of the branch predictor can be replaced: code of branches-any-model
// leaves it to the runtime.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: each p branches branches-any-model \
// RUN:   -- udpc-clang -O1 -gdwarf-4 -fno-unroll-loops -fudpc-profile=counts,{p} a.c -o {p}
//
// Cachegrind's has the same results by calls and on edges.
// RUN: measure() { env UDPC_OPTIONS=cachegrind_output=$p.out:cache_output= ./$p 2> $p.txt; }
// RUN: each p branches branches-any-model -- measure
// RUN: sed '/^desc:\|^cmd:/d' branches.out > one && sed '/^desc:\|^cmd:/d' branches-any-model.out > two && diff one two
// RUN: FileCheck %s --check-prefix=GLOBAL < two
// GLOBAL: events: Ir Dr Dw Bc Bcm Bi Bim
// It learns to alternate: at most once for each of 128 histories.
// GLOBAL: fn=alternate
// GLOBAL: {{^}}[[@LINE+19]] {{[0-9]+ [0-9]+ [0-9]+ 1000 [0-9]?[0-9] 0 0$}}
//
// One without history does not.
// RUN: env UDPC_OPTIONS=branch_model=bimodal:cachegrind_output=bimodal.out:cache_output= \
// RUN:   ./branches-any-model 2> bimodal.txt
// RUN: FileCheck %s --check-prefix=BIMODAL < bimodal.out && not grep warning bimodal.txt
// BIMODAL: fn=alternate
// BIMODAL: {{^}}[[@LINE+12]] {{[0-9]+ [0-9]+ [0-9]+ 1000 500 0 0$}}
//
// RUN: env UDPC_OPTIONS=branch_model=bimodal:cachegrind_output=other.out:cache_output= ./branches 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EDGES
// RUN: diff branches.out other.out
// EDGES: udpc: warning: UDPC_OPTIONS: branch_model=bimodal: the program has the other model in its code; compile all of it with -fudpc-profile=counts,branches-any-model; cachegrind is simulated
// RUN: env UDPC_OPTIONS=branch_model=tage:summary=0:cachegrind_output=:cache_output= ./branches-any-model 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: udpc: warning: UDPC_OPTIONS: branch_model=tage: unknown; expected cachegrind or bimodal; cachegrind is simulated
// RUN: not udpc-clang -fudpc-profile=counts,branches,branches-any-model -c a.c
static volatile int Odd;
__attribute__((noinline)) static void alternate(int N) {
  if (N & 1)
    Odd = N;
}
int main(void) {
  for (int I = 0; I != 1000; ++I)
    alternate(I);
  return 0;
}
