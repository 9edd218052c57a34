// The runtime takes little of each thread's storage where no code of executables
// simulates caches, so that threads run on small stacks of the program's own.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=inline a.c -o inline
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=call a.c -o call
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=instruction a.c -o exact
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=instruction \
// RUN:   -fudpc-fidelity=transparent a.c -o transparent
// RUN: udpc-clang -O1 -pthread -fudpc-profile=counts a.c -o costs
// RUN: udpc-clang -O1 -pthread -fPIC -fudpc-profile=cache a.c -o pic
// RUN: udpc-clang -O1 -pthread -static -fudpc-spec=s.yaml a.c -o static
// RUN: udpc-clang -O1 -pthread -fno-udpc -Wl,-u,__udpc_runtime -L%udpc_lib a.c -ludpc_rt -o none
// RUN: check_size() { \
// RUN:   size=$(llvm-readelf -lW $p | awk '$1 == "TLS" { print $6 }'); \
// RUN:   echo "$p $size"; \
// RUN:   test $((size)) -gt 0 -a $((size)) -le 1024; \
// RUN: }
// RUN: each p inline call exact transparent costs pic none -- check_size
// RUN: run() { env UDPC_OPTIONS=output=$p.prof:enable=*:summary=0 ./$p 2> err; }
// RUN: each p inline call exact transparent costs pic none static -- run
// RUN: check_counts() { %counts $p.prof | FileCheck %s; }
// RUN: each p inline call exact transparent static -- check_counts
// CHECK: ran 18
//
// Programs that simulate caches have the rest.
// RUN: udpc-clang -O1 -pthread -fudpc-profile=cache a.c -o cache
// RUN: llvm-nm cache | FileCheck %s --check-prefix=CACHE
// RUN: llvm-nm costs | FileCheck %s --check-prefix=COSTS
// CACHE: __udpc_data_lines
// COSTS-NOT: __udpc_data_lines
//--- s.yaml
version: 1
events:
  - event: ran
    entry: "count"
//--- a.c
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
__attribute__((noinline)) void count(int *P) { ++*P; }
static void *run(void *P) {
  count(P);
  return P;
}
static int start(const pthread_attr_t *A) {
  int Ran = 0;
  pthread_t T;
  int Error = pthread_create(&T, A, run, &Ran);
  if (!Error)
    pthread_join(T, 0);
  return Error ? Error : Ran != 1;
}
int main(void) {
  int Failed = 0;
  for (size_t Size = 16 << 10; Size <= 144 << 10; Size += 16 << 10) {
    pthread_attr_t A;
    pthread_attr_init(&A);
    pthread_attr_setstacksize(&A, Size);
    Failed += start(&A) != 0;
    void *Stack = mmap(0, Size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_setstack(&A, Stack, Size);
    Failed += start(&A) != 0;
    munmap(Stack, Size);
  }
  return Failed;
}
