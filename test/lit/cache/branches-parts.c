// Bc and Bi are exact in threads, children of fork and loaded libraries:
// the sums of all threads and processes are Cachegrind's.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: clang -O1 -gdwarf-4 -fno-unroll-loops a.c -pthread -o plain
// RUN: clang -O1 -gdwarf-4 -fno-unroll-loops -DLIBRARY -fPIC -shared a.c -o plugin.so
// RUN: valgrind --tool=cachegrind --cache-sim=no --branch-sim=yes --cachegrind-out-file=theirs.%%p ./plain
// RUN: udpc-clang -O1 -gdwarf-4 -fno-unroll-loops -fudpc-profile=counts,branches a.c -pthread -o counted
// RUN: udpc-clang -O1 -gdwarf-4 -fno-unroll-loops -fudpc-profile=counts,branches -DLIBRARY \
// RUN:   -fPIC -shared a.c -o plugin.so
// RUN: env UDPC_OPTIONS=cachegrind_output=ours.%%p:cache_output=:summary=0 ./counted
// RUN: %python %S/Inputs/branch_sums.py theirs.* > theirs && %python %S/Inputs/branch_sums.py ours.* > ours
// RUN: diff theirs ours && FileCheck %s < ours
//
// Three threads, the main thread, the child: 4 * 1000 + 77 calls each way.
// CHECK: even Bc=0 Bi=0
// CHECK: odd Bc=0 Bi=0
// CHECK: plugin_work Bc=1500 Bi=1500
// CHECK: work Bc=4077 Bi=4077
#ifdef LIBRARY
#define WORK plugin_work
#define STORAGE
#else
#define WORK work
#define STORAGE static
#endif
typedef long Step(long);
__attribute__((noinline)) static long odd(long N) { return N + 3; }
__attribute__((noinline)) static long even(long N) { return N ^ 5; }
static Step *volatile Steps[2] = {even, odd};
// One conditional and one indirect branch for each iteration.
__attribute__((noinline)) STORAGE long WORK(long N) {
  long Sum = 0;
  do
    Sum = Steps[N & 1](Sum);
  while (--N);
  return Sum;
}
#ifndef LIBRARY
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static long (*Plugin)(long);
static void *run(void *Unused) {
  work(1000);
  Plugin(500);
  return Unused;
}
int main(void) {
  pthread_t Threads[3];
  // First, as Cachegrind's child keeps the counts of its parent.
  pid_t Child = fork();
  if (!Child) {
    work(77);
    return 0;
  }
  int Status;
  if (waitpid(Child, &Status, 0) != Child || Status)
    return 1;
  void *Library = dlopen("./plugin.so", RTLD_NOW);
  if (!Library || !(Plugin = (long (*)(long))dlsym(Library, "plugin_work")))
    return 2;
  for (int I = 0; I != 3; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  work(1000);
  for (int I = 0; I != 3; ++I)
    pthread_join(Threads[I], 0);
  return 0;
}
#endif
