// With tables=0 profiles are small: packed, and without tables, which udpc finds
// by build ID.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -g -Wl,--build-id -shared -fPIC lib.c -o lib.so
// RUN: cp lib.so late.so
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -g -Wl,--build-id,-rpath,%t main.c ./lib.so -o main
// RUN: env UDPC_OPTIONS=output=full.prof ./main ./late.so
// RUN: env UDPC_OPTIONS=tables=0:output=small.prof ./main ./late.so
// RUN: udpc report --sites full.prof > full.txt
// RUN: udpc report --sites small.prof > small.txt
// RUN: diff full.txt small.txt
// RUN: FileCheck %s --check-prefix=SITES < small.txt
// RUN: %python %S/Inputs/less_than.py small.prof 600
//
// SITES: calls {{ *}}7 {{.*}} weight
//
// Counts are added up without tables.
// RUN: udpc merge small.prof small.prof -o sum.prof
// RUN: udpc merge full.prof full.prof -o full2.prof
// RUN: udpc report --sites sum.prof > sum.txt && udpc report --sites full2.prof | diff - sum.txt
// RUN: zstd -q sum.prof && udpc report --sites sum.prof.zst | diff - sum.txt
// RUN: zstd -q --no-content-size < sum.prof > piped.zst
// RUN: not udpc report piped.zst 2>&1 | FileCheck %s --check-prefix=PIPED
//
// PIPED: error: piped.zst: compressed without saying how large it is
//
// A file with another build ID is named, and nothing of it is shown; the counts
// are still there.
// RUN: mv main moved && cp lib.so main
// RUN: udpc report --sites small.prof 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: env UDPC_TABLES=none:folder udpc report --sites small.prof 2>&1 | FileCheck %s --check-prefix=OTHER
//
// OTHER: warning: {{.*}}main: the tables of build ID {{[0-9a-f]+}} are not found: its counts are not shown; {{.*}}main has the build ID
// OTHER-NOT: warning
// OTHER: weight
// OTHER-NOT: {{ main$}}
//
// They are found in a folder: by build ID, or by name.
// RUN: %python %S/Inputs/build_id_folder.py moved folder
// RUN: env UDPC_TABLES=none:folder udpc report --sites small.prof | diff - full.txt
// RUN: mkdir named && mv folder/.build-id/*/* named/main
// RUN: env UDPC_TABLES=named udpc report --sites small.prof | diff - full.txt
//
// Costs, with calls and regions; text in Cachegrind's format is written only to
// a name that is given.
// RUN: mv moved main
// RUN: udpc-clang -fudpc-profile=counts,calls -O1 -g -Wl,--build-id main.c lib.c -o costs -DSTATIC
// RUN: env UDPC_OPTIONS=cache_output=full.cache:summary=0 ./costs
// RUN: env UDPC_OPTIONS=tables=0:cache_output=small.cache:summary=0 ./costs
// RUN: test `ls cachegrind.out.* | wc -l` = 1
// RUN: env UDPC_OPTIONS=tables=0:cache_output=:cachegrind_output=c.out:summary=0 ./costs && test -s c.out
// RUN: udpc export --format=callgrind full.cache | grep -v ^pid > full.cg
// RUN: udpc export --format=callgrind small.cache | grep -v ^pid | diff full.cg -
// RUN: udpc merge small.cache small.cache -o sum.cache && udpc merge full.cache full.cache -o full2.cache
// RUN: udpc export full2.cache > full2.cg && udpc export sum.cache | diff full2.cg -
// RUN: rm costs && udpc export small.cache 2>&1 | FileCheck %s --check-prefix=NONE
//
// NONE: warning: {{.*}}costs: the tables of build ID {{[0-9a-f]+}} are not found
// NONE: summary: 0 0 0
//
// Processes that share a file have their tables there.
// RUN: rm -f *.prof
// RUN: env UDPC_OPTIONS=tables=0:output=%%m.prof ./main ./late.so
// RUN: env UDPC_OPTIONS=tables=0:output=%%m.prof ./main ./late.so
// RUN: rm main && udpc report --sites *.prof | diff - sum.txt
//
// Damage is found.
// RUN: %python %S/Inputs/flip_bytes.py small.cache udpc export

//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: lines, line: "*:*"}
//--- lib.c
int weight(int N) { return N % 3; }
//--- main.c
#include <dlfcn.h>
int weight(int N);
int main(int argc, char **argv) {
  int Sum = 0;
  for (int I = 0; I != 5; ++I)
    Sum += weight(I);
#ifndef STATIC
  void *Late = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*F)(int) = (int (*)(int))dlsym(Late, "weight");
  Sum += F(1) + F(2);
  dlclose(Late);
#endif
  return Sum == 0;
}
