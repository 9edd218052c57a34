// A program part of which was compiled without calls records those of the other
// part only: the text, the page and the JSON say how much is left out.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: udpc-clang -O1 -g -fudpc-profile=counts,calls -c a.c -o main.o
// RUN: udpc-clang -O1 -g -fudpc-profile=counts -DPART -c a.c -o part.o
// RUN: udpc-clang -O1 -g -fudpc-profile=counts,calls -DPART -c a.c -o other.o
// RUN: udpc-clang -fudpc-profile=counts,calls main.o part.o -o half
// RUN: udpc-clang -fudpc-profile=counts,calls main.o other.o -o whole
// RUN: measure() { env UDPC_OPTIONS=cache_output=$p.cache:cachegrind_output= ./$p 2> $p.summary; }
// RUN: each p half whole -- measure
// RUN: udpc annotate --functions half.cache | FileCheck %s
// CHECK: Without calls: {{ *(4[0-9]|5[0-9])\.[0-9]% of Ir, in code whose calls were not recorded: no part of others' inclusive costs}}
// RUN: udpc annotate --html=half.html half.cache && grep -o '"Without calls","[45][0-9][.][0-9]% of Ir' half.html
// It is what the function costs.
// RUN: as_json() { udpc annotate --json $p.cache > $p.json; }
// RUN: each p half whole -- as_json
// RUN: udpc annotate --functions --show=Ir half.cache | grep ' part:' > part.txt
// RUN: %python %S/Inputs/without_calls.py half.json part.txt whole.json
// RUN: udpc annotate --functions whole.cache > whole.txt && not grep "Without calls" whole.txt
// RUN: grep -E "^==[0-9]+== Without calls: [45][0-9][.][0-9]% of Ir, in code whose calls were not recorded$" \
// RUN:   half.summary
// RUN: not grep "Without calls" whole.summary
// The gate says it, too.
// RUN: udpc check --limit=Ir=+100% --baseline=whole.cache half.cache | grep "^Without calls: [45][0-9][.][0-9]% of Ir\
// RUN: is in code whose calls were not recorded: no part of inclusive costs"
// RUN: udpc check --limit=Ir=+100% --baseline=half.cache whole.cache | not grep "not recorded"
#ifdef PART
int part(int X) {
  volatile int Sum = 0;
  for (int I = 0; I != 10; ++I)
    Sum += X;
  return Sum;
}
#else
int part(int);
__attribute__((noinline)) static int own(int X) {
  volatile int Sum = 0;
  for (int I = 0; I != 10; ++I)
    Sum += X;
  return Sum;
}
int main(void) {
  int Sum = 0;
  for (int I = 0; I != 100; ++I)
    Sum += own(I) + part(I);
  return Sum == 1;
}
#endif
