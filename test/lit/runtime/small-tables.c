// Small profiles find their tables in a folder of `udpc tables extract`, and in
// debuginfod's cache.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -Wl,--build-id -shared -fPIC lib.c -o lib.so
// RUN: udpc-clang -fudpc-spec=spec.yaml -O1 -Wl,--build-id,-rpath,%t main.c ./lib.so -o main
// RUN: udpc-clang -fudpc-profile=counts -O1 -no-pie -Wl,--build-id main.c lib.c -o costs
// RUN: env UDPC_OPTIONS=tables=0:output=small.prof ./main
// RUN: env UDPC_OPTIONS=tables=0:cache_output=small.cache:summary=0 ./costs
// RUN: udpc report --csv small.prof > lines.csv && udpc export small.cache > costs.cg
// RUN: udpc annotate --json small.cache > costs.json
// RUN: grep -q 'lines,line,.*main.c,5,.*,7$' lines.csv
//
// Stripped programs have them as well.
// RUN: llvm-strip main costs
// RUN: udpc tables extract -o folder main lib.so costs | FileCheck %s
// RUN: test `find folder -type f | wc -l` = 3
// RUN: cp -r folder other && udpc tables extract -o folder main lib.so costs > /dev/null && diff -r folder other
// RUN: llvm-readelf -SW folder/.build-id/*/* | FileCheck %s --check-prefix=SECTIONS
//
// CHECK: main: {{[0-9a-f]+, [0-9]+}} bytes
// CHECK: lib.so: {{[0-9a-f]+, [0-9]+}} bytes
// CHECK: costs: {{[0-9a-f]+, [0-9]+}} bytes
// SECTIONS-NOT: .text
//
// RUN: mkdir gone && mv main lib.so costs gone
// RUN: udpc report --csv small.prof 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: udpc merge small.prof small.prof -o sum.prof
// RUN: env UDPC_TABLES=/none:folder udpc report --csv small.prof | diff lines.csv -
// RUN: env UDPC_TABLES=folder udpc annotate --json small.cache | diff costs.json -
// RUN: env UDPC_TABLES=folder udpc export small.cache | diff costs.cg -
// RUN: env UDPC_TABLES=folder udpc merge --event=calls -o calls.prof small.prof
// RUN: udpc report --csv calls.prof | FileCheck %s --check-prefix=CALLS
// RUN: env UDPC_TABLES=folder udpc export --format=rows-tsv sum.prof | FileCheck %s --check-prefix=ROWS
//
// NONE: warning: {{.*}}lib.so: the tables of build ID {{[0-9a-f]+}} are not found: its counts are not shown
// NONE: warning: {{.*}}main: the tables of build ID {{[0-9a-f]+}} are not found: its counts are not shown
// CALLS-DAG: calls,entry,{{.*}}main.c,{{.*}},1
// CALLS-DAG: calls,entry,{{.*}}lib.c,{{.*}},7
// ROWS: {{.*}}lib.c{{.*}}14
//
// debuginfod-find fills its cache: in DEBUGINFOD_CACHE_PATH, or at home.
// RUN: %python %S/Inputs/debuginfod_cache.py cache gone/*
// RUN: env DEBUGINFOD_CACHE_PATH=cache udpc report --csv small.prof | diff lines.csv -
// RUN: mkdir -p home/.cache xdg && cp -r cache home/.cache/debuginfod_client && mv cache xdg/debuginfod_client
// RUN: env -u DEBUGINFOD_CACHE_PATH -u XDG_CACHE_HOME HOME=home udpc export small.cache | diff costs.cg -
// RUN: env -u DEBUGINFOD_CACHE_PATH HOME=none XDG_CACHE_HOME=xdg udpc export small.cache | diff costs.cg -
//
// A file under the name of another build is named, and not used.
// RUN: cp gone/lib.so main
// RUN: env UDPC_TABLES=folder udpc report --csv small.prof | diff lines.csv -
// RUN: env UDPC_TABLES=none udpc report --csv small.prof 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: main: the tables of build ID {{.*}}; {{.*}}main has the build ID
//
// What has no tables.
// RUN: udpc-clang main.c lib.c -Wl,--build-id -o plain && udpc-clang -fudpc-spec=spec.yaml -Wl,--build-id=none lib.c -shared -fPIC -o noid.so
// RUN: not udpc tables extract -o folder plain noid.so spec.yaml missing . gone/costs 2>&1 | FileCheck %s --check-prefix=ERRORS
// RUN: not udpc tables extract gone/costs 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: not udpc tables extract -o spec.yaml gone/costs 2>&1 | FileCheck %s --check-prefix=FOLDER
//
// ERRORS-DAG: error: plain: no tables: nothing in it was compiled with udpc
// ERRORS-DAG: error: noid.so: no build ID; link with -Wl,--build-id
// ERRORS-DAG: error: spec.yaml: no ELF file
// ERRORS-DAG: error: missing: No such file
// ERRORS-DAG: error: .: no regular file
// ERRORS-DAG: gone/costs: {{[0-9a-f]+}}, {{[0-9]+}} bytes
// USAGE: error: tables: give 'extract -o <folder> <program or library>...'
// FOLDER: error: spec.yaml/.build-id/{{.*}}: Not a directory

//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: lines, line: "*:*"}
//--- lib.c
int weight(int N) { return N % 3; }
//--- main.c
int weight(int N);
int main(int argc, char **argv) {
  int Sum = 0;
  for (int I = 0; I != 7; ++I)
    Sum += weight(I);
  return Sum == 0;
}
