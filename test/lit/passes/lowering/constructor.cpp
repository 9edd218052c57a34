// A constructor whose result can be computed at compile time still runs, if it
// counts.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ $flags -fudpc-spec=spec.yaml a.cpp -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report a.prof | FileCheck a.cpp; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fPIC" "-O3 -flto=thin -fuse-ld=lld" "-O2 -fudpc-lowering=call" -- check
// One of the priority of the constructor that registers units as well.
// RUN: check_first() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml first.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report a.prof | FileCheck first.c; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fPIC" "-O3 -flto=thin -fuse-ld=lld" -- check_first
//--- spec.yaml
version: 1
events:
  - {event: cubes, entry: "cube*"}
//--- a.cpp
// CHECK: cubes{{ +}}3
static int cube(int X) { return X * X * X; }
extern const int Cubes[3] = {cube(1), cube(2), cube(3)};
int main() { return Cubes[2] != 27; }
//--- first.c
// CHECK: cubes{{ +}}1
static int Cube;
__attribute__((constructor(0))) static void cube(void) { Cube = 27; }
int main(void) { return Cube != 27; }
