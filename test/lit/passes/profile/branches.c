// Each branch that depends on a load is in the cost table once.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O1 -gmlt -fpass-plugin=%plugin -mllvm -udpc-profile=cache -c %s -o a.o
// RUN: llvm-objcopy --dump-section=__udpc_costs=costs a.o
// RUN: %python %S/Inputs/branches.py costs | FileCheck %s
// CHECK: {{^}}2 branches, 2 named, 2 different{{$}}

long search(const long *P, long N, long Wanted) {
  for (long I = 0; I != N; ++I)
    if (P[I * 16] == Wanted)
      return I;
  return N;
}

struct Node {
  struct Node *Next;
};

long length(const struct Node *N) {
  long Length = 0;
  for (; N; N = N->Next)
    ++Length;
  return Length;
}
