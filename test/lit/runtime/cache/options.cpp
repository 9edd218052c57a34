// The simulated caches are the processor's by default. An invalid option gives one
// warning and has no effect. With the simulated prefetcher, misses that it would
// have avoided are reported, and no count changes.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -O1 -I%udpc_src/include -I%S/Inputs -I%S/../costs/Inputs %s \
// RUN:   -L%udpc_lib -ludpc_rt -pthread -o a
//
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=a.cg:summary=0 ./a 2> err && not test -s err
// RUN: valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=v.cg ./a > /dev/null 2>&1
// RUN: grep -E '^desc: (I1|D1)' v.cg > v.txt && grep -E '^desc: (I1|D1)' a.cg > a.txt && cmp a.txt v.txt
//
// RUN: caches=I1=65536,4,64:D1=49152,12,64:LL=1048576,16,128
// RUN: env UDPC_OPTIONS=$caches:summary=0:cachegrind_output=b.cg:cache_output=b.cache ./a 2> err
// RUN: not test -s err
// RUN: FileCheck %s --check-prefix=GIVEN < b.cg
//      GIVEN: desc: I1 cache: {{ *}}65536 B, 64 B, 4-way associative
// GIVEN-NEXT: desc: D1 cache: {{ *}}49152 B, 64 B, 12-way associative
// GIVEN-NEXT: desc: LL cache: {{ *}}1048576 B, 128 B, 16-way associative
//
// RUN: env UDPC_OPTIONS=I1=40000,8,64:D1=32768,8,16:LL=1,2:summary=0:cachegrind_output=c.cg:cache_output=c.cache ./a \
// RUN:   2> err
// RUN: FileCheck %s --check-prefix=WRONG --match-full-lines < err
//      WRONG:udpc: warning: UDPC_OPTIONS: I1=40000,8,64: the number of sets (size / line size / associativity) is not a power of two; the processor's is simulated
// WRONG-NEXT:udpc: warning: UDPC_OPTIONS: D1=32768,8,16: the line size is below 32, the size of a vector register; the processor's is simulated
// WRONG-NEXT:udpc: warning: UDPC_OPTIONS: LL=1,2: it is not <size>,<associativity>,<line size>; the processor's is simulated
//  WRONG-NOT:{{.}}
// RUN: grep '^desc: ' a.cg > a.txt && grep '^desc: ' c.cg > c.txt && cmp a.txt c.txt
//
// Code is compiled for an I1 of at least 64 sets of 64 bytes.
// RUN: env UDPC_OPTIONS=I1=16384,8,64:summary=0:cachegrind_output=d.cg:cache_output=d.cache ./a 2> err
// RUN: FileCheck %s --check-prefix=SMALL --match-full-lines < err
//      SMALL:udpc: warning: UDPC_OPTIONS: I1=16384,8,64: size / associativity is below 4096, and the program does not report all that such a cache misses; compile all of it with -fudpc-profile=cache-any-i1; the processor's is simulated
//  SMALL-NOT:{{.}}
// RUN: grep '^desc: ' d.cg > d.txt && cmp a.txt d.txt
//
// Consecutive lines: all but the first of each of 64 pages are prefetched. Every
// other page: none is. The number of distinct lines is an estimate with a standard
// error of 6.5 %, which depends on addresses: four standard errors are accepted.
// RUN: env UDPC_OPTIONS=prefetcher=1:D1=32768,8,64:LL=1048576,16,64:cache_output=p.cache ./a 2> /dev/null
// RUN: %python %S/Inputs/operations.py p.cache | FileCheck %s --check-prefix=PREFETCHED --match-full-lines
//      PREFETCHED:0 misses 4096 4096 prefetched 4032 strides 4095 runs 1 breaks 0 lines {{3...|4...|5[01]..}} leading 64*4095 double 128*4094 leader 0 of {{3...}}
// PREFETCHED-NEXT:1 misses 128 128 prefetched 0 strides 127 runs 1 breaks 0 lines {{1..}} leading 8192*127 double 16384*126 leader none
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=1048576,16,64:cache_output=n.cache ./a 2> /dev/null
// RUN: %python %S/Inputs/operations.py n.cache | FileCheck %s --check-prefix=PLAIN
//      PLAIN:0 misses 4096 4096 prefetched 0
// PLAIN-NEXT:1 misses 128 128 prefetched 0

#include "tell.h"

alignas(4096) static char Array[1 << 18], Pages[1 << 20];

int main() {
  startTelling({{"lines", 0}, {"pages", 0}});
  for (size_t I = 0; I != sizeof(Array); I += 64)
    tell(0, Array + I, 8);
  for (size_t I = 0; I != sizeof(Pages); I += 8192)
    tell(1, Pages + I, 8);
}
