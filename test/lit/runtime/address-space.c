// A program that has used up its address space leaves its profiles: address space
// to write them is reserved when units are registered. No warning is printed.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml full.c -o full
// RUN: udpc-clang -fudpc-spec=spec.yaml -fPIC -static-pie full.c -o pic
// RUN: fill() { env UDPC_OPTIONS=output=$P.%%m.prof ./$P > out 2>&1 && echo done | cmp - out; }
// RUN: check_full() { \
// RUN:   each I 1 2 3 -- fill && \
// RUN:   udpc report --csv $P.*.prof | grep 'full.c,[0-9]*,fill,inc,3$' && \
// RUN:   rm $P.*.prof; \
// RUN: }
// RUN: each P full pic -- check_full
// RUN: env UDPC_OPTIONS=output=full.prof ./full && udpc report --csv full.prof | grep 'full.c,[0-9]*,fill,inc,1$'
// RUN: udpc-clang -O1 -fudpc-profile=cache,calls full.c -o full
// RUN: check_costs() { \
// RUN:   env UDPC_OPTIONS=summary=0:cache_output=c.%%m.cache:cachegrind_output=g.%%p ./full 2>&1 | FileCheck %s; \
// RUN: }
// RUN: each I 1 2 -- check_costs
// RUN: udpc export --format=cachegrind c.*.cache | grep '^fn=main' && ls g.* | wc -l | grep -x 2
// CHECK-NOT: warning
// CHECK: done
// CHECK-NOT: warning
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: lines, line: "*:*"}
//--- full.c
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
static void *volatile Last;
static void fill(void) {
  while ((Last = malloc(1000)))
    ;
}
int main(void) {
  long Pages = 0;
  FILE *F = fopen("/proc/self/statm", "r");
  if (!F || fscanf(F, "%ld", &Pages) != 1)
    return 1;
  fclose(F);
  struct rlimit Limit = {Pages * 4096 + 65536, Pages * 4096 + 65536};
  if (setrlimit(RLIMIT_AS, &Limit))
    return 1;
  fill();
  puts("done");
  return 0;
}
