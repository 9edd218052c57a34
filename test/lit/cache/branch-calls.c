// The predictor has the same results where code updates it on edges and where
// code passes each outcome to the runtime, as with -fPIC.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: udpc-clang -O1 -gdwarf-4 -fno-unroll-loops -fudpc-profile=counts,branches a.c -o edges
// RUN: udpc-clang -O1 -gdwarf-4 -fno-unroll-loops -fPIC -fudpc-profile=counts,branches a.c -o calls
//
// RUN: measure() { env UDPC_OPTIONS=cachegrind_output=$p.out:cache_output= ./$p 2> $p.txt; }
// RUN: each p edges calls -- measure
// RUN: sed '/^desc:\|^cmd:/d' edges.out > one && sed '/^desc:\|^cmd:/d' calls.out > two && diff one two
// RUN: FileCheck %s < two
// CHECK: events: Ir Dr Dw Bc Bcm Bi Bim
// It learns to alternate: at most once for each of 128 histories.
// CHECK: fn=alternate
// CHECK: {{^}}[[@LINE+3]] {{[0-9]+ [0-9]+ [0-9]+ 1000 [0-9]?[0-9] 0 0$}}
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
