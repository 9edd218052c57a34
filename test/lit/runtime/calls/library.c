// Calls in, into and out of a library that was compiled with -fPIC: the same as
// if all were one executable, with right sums.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -g -fPIC -fudpc-profile=counts,calls -DLIBRARY -c %s -o work.o
// RUN: udpc-clang -O2 -g -fPIC -fudpc-profile=counts,calls -DALLOCATE -c %s -o allocate.o
// RUN: udpc-clang -fudpc-profile=counts,calls -shared work.o allocate.o -o liba.so
// RUN: udpc-clang -O2 -g -fudpc-profile=counts,calls %s -o a -pthread -L. -la -Wl,-rpath,%t
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main work back sort compare tail catcher thrower start > graph
// RUN: FileCheck %s --match-full-lines < graph
// Everything is part of what main and the threads cost.
// RUN: udpc annotate --functions a.cache | FileCheck %s --check-prefix=ALL --implicit-check-not="Without calls"
// ALL: Not profiled:
//
//      CHECK: back -> leaf: 40
// CHECK-NEXT: back -> tail: 40
// CHECK-NEXT: catcher -> _setjmp: 4
// CHECK-NEXT: catcher -> thrower: 4
// CHECK-NEXT: compare -> leaf: {{[0-9]+}}
// CHECK-NEXT: main -> pthread_create: 1
// CHECK-NEXT: main -> pthread_join: 1
// CHECK-NEXT: main -> work: 3
// CHECK-NEXT: sort -> compare: {{[0-9]+}}
// CHECK-NEXT: sort -> qsort: 4
// CHECK-NEXT: start -> work: 1
// CHECK-NEXT: tail -> leaf: 80
// CHECK-NEXT: thrower -> back: 4
// CHECK-NEXT: thrower -> longjmp: 4
// CHECK-NEXT: work -> allocate: 4
// CHECK-NEXT: work -> back: 36
// CHECK-NEXT: work -> catcher: 4
// CHECK-NEXT: work -> free: 4
// CHECK-NEXT: work -> leaf: 44
// CHECK-NEXT: work -> sort: 4
// CHECK-NEXT: work -> tail: 40
// CHECK-NOT:  {{.*}} inclusive, {{.*}}
//
// The same object in the executable, and with all costs.
// RUN: udpc-clang -O2 -g -fPIC -fudpc-profile=cache,calls -DLIBRARY -c %s -o library.o
// RUN: udpc-clang -O2 -g -fudpc-profile=cache,calls %s library.o allocate.o -o b -pthread
// RUN: env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0 ./b
// RUN: udpc export --format=callgrind b.cache -o b.out
// RUN: %python %S/Inputs/graph.py b.out main work back sort compare tail catcher thrower start > graph
// RUN: FileCheck %s --match-full-lines < graph
//
// Without a runtime it runs, and costs nothing but a jump.
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts,calls -fno-udpc-runtime -DLIBRARY \
// RUN:   -shared %s allocate.o -o libalone.so
// RUN: clang -O2 %s -o alone -pthread -L. -lalone -Wl,-rpath,%t && ./alone
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#define NI __attribute__((noinline))
long leaf(long N), tail(long N), work(long (*Call)(long));
void *allocate(long N);
#ifdef ALLOCATE
// It has ended when malloc returns, to a function of another unit.
void *allocate(long N) { return malloc(N); }
#elif defined(LIBRARY)
NI long leaf(long N) {
  volatile long Sum = 0;
  for (long I = 0; I < N; I++)
    Sum += I;
  return Sum;
}
NI long tail(long N) { return leaf(N + 1); }
NI static int compare(const void *A, const void *B) {
  leaf(2);
  return *(const int *)A - *(const int *)B;
}
NI static long sort(void) {
  int A[20];
  for (int I = 0; I < 20; I++)
    A[I] = I * 7 % 20;
  qsort(A, 20, sizeof(int), compare);
  return A[3];
}
NI static void thrower(long (*Call)(long), jmp_buf *Place) {
  Call(1);
  longjmp(*Place, 1);
}
NI static long catcher(long (*Call)(long)) {
  jmp_buf Place;
  if (_setjmp(Place))
    return 5;
  thrower(Call, &Place);
  return 0;
}
NI long work(long (*Call)(long)) {
  long Sum = 0;
  for (long I = 0; I < 10; I++)
    Sum += (I ? Call(I) : 0) + leaf(I) + tail(I);
  void *Memory = allocate(8);
  Sum += leaf(7);
  free(Memory);
  return Sum + sort() + catcher(Call);
}
#else
NI static long back(long N) { return leaf(N) + tail(N) + 1; }
NI static void *start(void *Data) {
  work(back);
  return Data;
}
int main(void) {
  pthread_t Thread;
  if (pthread_create(&Thread, 0, start, 0) || pthread_join(Thread, 0))
    return 1;
  long Sum = 0;
  for (int I = 0; I < 3; I++)
    Sum += work(back);
  return !Sum;
}
#endif
