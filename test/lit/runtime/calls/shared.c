// Runs add their calls up in one file. A run that writes twice adds what is new.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O1 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a
// RUN: env UDPC_OPTIONS=cache_output=%m.cache:cachegrind_output=:summary=0 ./a
// RUN: env UDPC_OPTIONS=cache_output=%m.cache:cachegrind_output=:summary=0 ./a more
// RUN: udpc export --format=callgrind *.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main work > graph && FileCheck %s --match-full-lines < graph
// CHECK-DAG: main -> work: 16
// CHECK-DAG: work -> leaf: 48

#include "udpc/udpc.h"

volatile int X;

__attribute__((noinline)) static void leaf(void) { ++X; }

__attribute__((noinline)) static void work(void) {
  for (int I = 0; I != 3; ++I)
    leaf();
  ++X;
}

int main(int NumArgs, char **Args) {
  for (int I = 0; I != 5; ++I)
    work();
  udpc_dump();
  for (int I = 0; I != 2 + 2 * (NumArgs - 1); ++I)
    work();
}
