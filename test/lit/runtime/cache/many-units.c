// Lines of code of different units are different lines, whatever the units are
// called: in caches that hold all of the program each line misses once, in I1
// and in LL.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// Of 200 such names these two have the same lowest 14 bits of a hash (xxh3).
// RUN: many_lines() { sed "s/@/$n/" %S/Inputs/many-lines.txt > u$n.c; }
// RUN: each n 78 155 -- many_lines
// RUN: small_unit() { echo "int f$n(int n) { return n * $n + 1; }" > u$n.c; }
// RUN: each n $(seq 1 8) -- small_unit
// RUN: (seq 1 8; echo 78; echo 155) | sed 's/.*/FUNCTION(f&)/' > functions.inc
// RUN: udpc-clang -O1 -fudpc-profile=cache -I. %s u*.c -o a
// RUN: env UDPC_OPTIONS=I1=4194304,16,64:LL=16777216,16,64:cachegrind_output=a.cg:cache_output=a.cache ./a 2> err
// RUN: FileCheck %s --input-file=a.cg
//
// Ir I1mr ILmr: as many of one as of the other. 2 x 1,000 instructions of ten
// bytes are 313 lines.
// CHECK: summary: {{[0-9]+}} [[N:3[1-4][0-9]]] [[N]] {{.*}}

#define FUNCTION(f) int f(int);
#include "functions.inc"
#undef FUNCTION

int main(void) {
  int Sum = 0;
  for (int I = 0; I != 3; ++I) {
#define FUNCTION(f) Sum += f(I);
#include "functions.inc"
  }
  return Sum == 0;
}
