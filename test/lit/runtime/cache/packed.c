// Large profiles of simulated caches are packed, with their tables; all tools
// read them. Small ones are not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/many_loads.py 6000 > many.c
// RUN: %python %S/Inputs/many_loads.py 20 > few.c
// RUN: udpc-clang -O1 -gmlt -fudpc-profile=cache many.c -o many
// RUN: udpc-clang -O1 -gmlt -fudpc-profile=cache few.c -o few
// RUN: env UDPC_OPTIONS=summary=0:cache_output=many.cache:cachegrind_output=many.cg ./many
// RUN: env UDPC_OPTIONS=summary=0:cache_output=few.cache ./few
// RUN: head -c 8 many.cache | FileCheck %s --check-prefix=PACKED
// RUN: head -c 8 few.cache | FileCheck %s --check-prefix=PLAIN
// PACKED: udpcpack
// PLAIN: udpccach
//
// RUN: %python %S/../Inputs/less_than.py many.cache 200000
// RUN: udpc export --format=cachegrind many.cache -o export.cg
// RUN: tail -n 1 many.cg > runtime.txt && tail -n 1 export.cg | diff runtime.txt -
// RUN: udpc annotate many.cache | FileCheck %s
// CHECK: {{^}}Profile: {{.*}}many.cache
// CHECK: load:{{.*}}many.c
//
// A stream, and what processes add up, is not packed.
// RUN: env UDPC_OPTIONS=summary=0:cachegrind_output=:cache_output=%%m.cache ./many
// RUN: rm many.cache few.cache && head -c 8 *.cache | FileCheck %s --check-prefix=PLAIN
