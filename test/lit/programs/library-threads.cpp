// Threads count in libraries that are loaded and unloaded: each many times, several
// at a time, with other threads counting in the rest; and in one with so many
// slots that static thread-local storage could not hold them.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: each name a b c -- udpc-clang++ -O2 -fPIC -shared -fudpc-spec=spec.yaml -DNAME={name} lib.cpp -o {name}.so
// RUN: udpc-clang -O1 -fPIC -shared -I%udpc_src/include -fudpc-spec=many.yaml many.c -o many.so
// RUN: llvm-readelf -lrW many.so | not grep 'TLS\|TPOFF\|DTPMOD'
// RUN: udpc-clang++ -O2 -I%udpc_src/include main.cpp -o main -pthread -Wl,-u,__udpc_runtime -ludpc_rt -L%udpc_lib \
// RUN:   -Wl,--export-dynamic-symbol='__udpc_*'
// RUN: env UDPC_OPTIONS=output=a.prof ./main && %counts a.prof | FileCheck %s
// CHECK-DAG: a 800000
// CHECK-DAG: b 800000
// CHECK-DAG: c 800000
// CHECK-DAG: many 72000
// CHECK-DAG: one 8
//--- spec.yaml
version: 1
events:
  - {event: a, entry: a}
  - {event: b, entry: b}
  - {event: c, entry: c}
//--- many.yaml
version: 1
events:
  - {event: many, mark: many}
  - {event: one, entry: last}
//--- many.c
// 9000 slots: more than the first chunk of a thread's slots holds.
#include <udpc/udpc.h>
#define TEN(X) X X X X X X X X X X
#define MARKS TEN(UDPC_MARK(many);)
#define DEFINE(F) void F(void) { TEN(MARKS) }
#define TEN_NAMES(M, N) \
  M(N##0) M(N##1) M(N##2) M(N##3) M(N##4) M(N##5) M(N##6) M(N##7) M(N##8) M(N##9)
#define ALL(M) \
  TEN_NAMES(M, f1) TEN_NAMES(M, f2) TEN_NAMES(M, f3) TEN_NAMES(M, f4) \
  TEN_NAMES(M, f5) TEN_NAMES(M, f6) TEN_NAMES(M, f7) TEN_NAMES(M, f8) TEN_NAMES(M, f9)
ALL(DEFINE)
void last(void) {}
#define LISTED(F) F,
void (*All[])(void) = {ALL(LISTED) last};
//--- lib.cpp
extern "C" int NAME(int X) { return X + 1; }
//--- main.cpp
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <udpc/udpc.h>
static const char *const Names[] = {"a", "b", "c"};
static void *open(const char *Name) {
  char File[32];
  snprintf(File, sizeof(File), "./%s.so", Name);
  void *Library = dlopen(File, RTLD_NOW);
  if (!Library) {
    puts(dlerror());
    exit(2);
  }
  return Library;
}
static void *run(void *) {
  for (int Round = 0; Round != 1000; ++Round) {
    const char *Name = Names[Round % 3];
    void *Library = open(Name);
    auto *F = (int (*)(int))dlsym(Library, Name);
    // Of 1000 rounds, the last is not one of a group of three.
    for (int I = 0; Round != 999 && I != 300; ++I)
      F(I);
    if (Round == 999)
      for (const char *N : Names) {
        void *L = open(N);
        auto *G = (int (*)(int))dlsym(L, N);
        for (int I = 0; I != 100; ++I)
          G(I);
        dlclose(L);
      }
    dlclose(Library);
  }
  return nullptr;
}
static void *runMany(void *All) {
  for (int I = 0; I != 91; ++I)
    ((void (**)())All)[I]();
  return nullptr;
}
static void onThreads(void *(*F)(void *), void *Argument) {
  pthread_t Threads[8];
  for (pthread_t &T : Threads)
    pthread_create(&T, nullptr, F, Argument);
  for (pthread_t T : Threads)
    pthread_join(T, nullptr);
}
int main() {
  onThreads(run, nullptr);
  void *Library = open("many");
  onThreads(runMany, dlsym(Library, "All"));
  dlclose(Library);
  return 0;
}
