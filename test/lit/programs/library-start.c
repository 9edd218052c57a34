// Libraries count from their first instruction: resolvers of indirect functions,
// which run while the process is being relocated, and what constructors of other
// libraries call, in threads too, before the library's own have run.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fPIC -shared first.c -o libfirst.so -pthread
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o liblib.so -L. -lfirst
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml main.c -o main -L. -llib -lfirst -Wl,-rpath,%t
// RUN: ./main
// RUN: env LD_BIND_NOW=1 ./main
// RUN: udpc-clang -O2 -fPIC -I%udpc_src/include -fudpc-spec=spec.yaml -fuse-ld=lld main.c -o main \
// RUN:   -L. -llib -lfirst -Wl,-rpath,%t
// RUN: ./main
// The same library, loaded: when it is relocated, the runtime runs.
// RUN: udpc-clang -O2 -DLOAD -I%udpc_src/include -fudpc-spec=spec.yaml main.c -o load
// RUN: env LD_LIBRARY_PATH=. ./load
// Its objects as parts of executables, which have no thread-local storage yet
// when resolvers run, if they are static.
// RUN: udpc-clang -O2 -fPIC -c -fudpc-spec=spec.yaml lib.c
// RUN: clang -O2 -fPIC -c first.c
// RUN: check() { \
// RUN:   udpc-clang $kind -O2 -fPIE -I%udpc_src/include -fudpc-spec=spec.yaml main.c lib.o \
// RUN:     first.o -o own -pthread && \
// RUN:   ./own; \
// RUN: }
// RUN: each kind -static -static-pie -pie -no-pie -- check
// A program without the runtime runs on.
// RUN: clang -O2 -DPLAIN -I%udpc_src/include main.c -o plain -L. -llib -lfirst -Wl,-rpath,%t && ./plain
//--- spec.yaml
version: 1
events:
  - {event: probes, entry: probe}
  - {event: calls, entry: counted}
//--- lib.c
static int NumProbes, NumCalls;
__attribute__((noinline)) static int probe(int X) {
  __atomic_fetch_add(&NumProbes, 1, __ATOMIC_RELAXED);
  return X;
}
int counted(int X) {
  __atomic_fetch_add(&NumCalls, 1, __ATOMIC_RELAXED);
  return X + 1;
}
static int chosen(int X) { return X + 2; }
static int other(int X) { return X + 3; }
static int (*resolve(void))(int) { return probe(1) ? chosen : other; }
int indirect(int X) __attribute__((ifunc("resolve")));
int (*Pointer)(int) = indirect;
__attribute__((constructor(101))) static void start(void) { counted(0); }
__attribute__((destructor)) static void end(void) { counted(0); }
int numProbes(void) { return NumProbes; }
int numCalls(void) { return NumCalls; }
//--- first.c
#include <pthread.h>
int counted(int) __attribute__((weak));
static void *run(void *P) {
  for (int I = 0; I != 100000; ++I)
    counted(I);
  return P;
}
__attribute__((constructor)) static void start(void) {
  if (!counted)
    return;
  counted(1);
  pthread_t Threads[4];
  for (int I = 0; I != 4; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (int I = 0; I != 4; ++I)
    pthread_join(Threads[I], 0);
}
//--- main.c
#include <dlfcn.h>
#include <stdio.h>
#include <udpc/udpc.h>
#ifdef LOAD
static int (*indirect)(int), (*numProbes)(void), (*numCalls)(void);
static void load(void) {
  void *Library = dlopen("liblib.so", RTLD_NOW);
  if (!Library)
    puts(dlerror());
  *(void **)&numProbes = dlsym(Library, "numProbes");
  *(void **)&numCalls = dlsym(Library, "numCalls");
  *(void **)&indirect = dlsym(Library, "indirect");
}
#else
int indirect(int), numProbes(void), numCalls(void);
static void load(void) {}
#endif
static int check(const char *Name, int Expected, int AtLeast) {
#ifndef PLAIN
  int Counted = udpc_read(udpc_event_find(Name));
  if (Counted != Expected || Expected < AtLeast)
    return printf("%s: %d of %d\n", Name, Counted, Expected);
#endif
  return 0;
}
int main(void) {
  load();
  if (indirect(1) != 3)
    return 1;
#ifdef LOAD
  // The constructor of the other library came before there was a counted().
  int Calls = 1;
#else
  int Calls = 400002;
#endif
  return check("probes", numProbes(), 1) | check("calls", numCalls(), Calls);
}
