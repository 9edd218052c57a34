// The counts are the same in every kind of executable and under sanitizers.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c b.c -o prog -pthread && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./prog && \
// RUN:   %counts a.prof | FileCheck %s; \
// RUN: }
// RUN: mapfile -t lines < flags && test ${#lines[@]} -ge 18
// RUN: each flags "${lines[@]}" -- check
// CHECK: calls 1000 0:700 1:300
// CHECK: loop 5000 0:3500 1:1500
//--- flags
-O0
-O1
-O2
-O3
-Os
-O2 -no-pie -fno-pie
-O2 -fPIC
-O2 -static
-O2 -static-pie
-O2 -flto
-O2 -flto=thin -fuse-ld=lld
-O2 -flto -fuse-ld=lld
-O2 -fuse-ld=lld -ffunction-sections -fdata-sections -Wl,--gc-sections
-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
-O1 -g -fsanitize=address
-O1 -g -fsanitize=thread
-O1 -g -fsanitize=undefined
-O2 -fsanitize=address,undefined -fudpc-lowering=call
-O2 -g -fudpc-lowering=call
-O2 -mcmodel=medium
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: helper}
  - {event: loop, line: "b.c:4"}
//--- a.c
#include <pthread.h>
int helper(int N);
static void *thread(void *Arg) {
  long Sum = 0;
  for (int I = 0; I < 300; ++I)
    Sum += helper(5);
  return (void *)Sum;
}
int main(void) {
  pthread_t T;
  pthread_create(&T, 0, thread, 0);
  for (int I = 0; I < 700; ++I)
    helper(5);
  return pthread_join(T, 0);
}
//--- b.c
int helper(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += I * N;
  return Sum;
}
