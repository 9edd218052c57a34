// Profiles have the packed form of cost tables, which the plugin appends to
// them; processes that share a profile add to it, and libraries that were
// closed are in it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-profile=counts -O1 -g lib.c -shared -fPIC -o lib.so
// RUN: udpc-clang -fudpc-profile=counts -O1 -g main.c -o main
// RUN: env UDPC_OPTIONS=cachegrind_output=1.cg:cache_output=%%m.cache ./main ./lib.so
// RUN: env UDPC_OPTIONS=cachegrind_output=2.cg:cache_output=%%m.cache ./main ./lib.so
// RUN: cmp 1.cg 2.cg
// RUN: mv *.cache sum.cache
// RUN: %python %S/Inputs/packed.py sum.cache | FileCheck %s --match-full-lines
// RUN: udpc export --format=cachegrind sum.cache -o sum.cg
// RUN: %python %S/Inputs/packed.py --doubled 1.cg sum.cg | FileCheck %s --check-prefix=DOUBLED --match-full-lines
//
// CHECK:sum.cache: 0 plain, 2 packed
//
// DOUBLED:equal lines: {{[1-9][0-9]*}}, others: 0
//
//--- lib.c
int weight(int N) {
  int Sum = 0;
  for (int I = 0; I != N; ++I)
    Sum += I % 3;
  return Sum;
}
//--- main.c
#include <dlfcn.h>
int main(int argc, char **argv) {
  int Sum = 0;
  for (int I = 1; I != 4; ++I) {
    void *Library = dlopen(argv[1], RTLD_NOW);
    Sum += ((int (*)(int))dlsym(Library, "weight"))(I);
    dlclose(Library);
  }
  return Sum != 0 + 1 + 3;
}
