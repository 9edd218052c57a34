// Sums over threads that do not fit stay at the largest number: what a program
// reads, and what it leaves.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check_kept() { env UDPC_OPTIONS=output=a.prof:max_threads=$kept ./a && udpc report --csv a.prof 2>&1; }
// RUN: check() { \
// RUN:   udpc-clang -O2 -I%udpc_src/include -fudpc-lowering=$how -fudpc-spec=spec.yaml a.c -o a && \
// RUN:   each kept 16 1 0 -- check_kept; \
// RUN: }
// RUN: each how inline call -- check | FileCheck %s
// CHECK-COUNT-6: 9223372036854775807 -9223372036854775808 40{{[[:space:]]}}udpc: warning: event 'up' has counts beyond 9223372036854775807{{.*[[:space:]].*}}event 'down'
//--- spec.yaml
version: 1
events:
  - {event: up, mark: up}
  - {event: down, mark: down}
  - {event: small, mark: small}
//--- a.c
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <udpc/udpc.h>
static void *run(void *P) {
  volatile long Most = INT64_MAX, Least = INT64_MIN, Ten = 10;
  UDPC_MARK_N(up, Most);
  UDPC_MARK_N(down, Least);
  UDPC_MARK_N(small, Ten);
  return P;
}
int main(void) {
  pthread_t T[4];
  for (int I = 0; I < 4; ++I) {
    pthread_create(T + I, 0, run, 0);
    pthread_join(T[I], 0);
  }
  printf("%ld %ld %ld\n", (long)udpc_read(udpc_event_find("up")),
         (long)udpc_read(udpc_event_find("down")),
         (long)udpc_read(udpc_event_find("small")));
  return 0;
}
