// Libraries that are linked, loaded, unloaded and loaded again keep what they
// counted, in threads that are older than the library too.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o liblinked.so -DNAME=linked
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o loaded.so -DNAME=loaded
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml main.c -o main -pthread -L. -llinked -Wl,-rpath,%t
// RUN: env UDPC_OPTIONS=output=1.prof ./main && %counts 1.prof | FileCheck %s
// CHECK: linked 30 0:20 1:10
// CHECK: loaded 60 0:40 1:20
// CHECK: main 1
//
// Only the libraries are instrumented; the program links the runtime.
// RUN: udpc-clang -O2 -fno-udpc main.c -o plain -pthread -L. -llinked -Wl,-rpath,%t -ludpc_rt
// RUN: env UDPC_OPTIONS=output=2.prof ./plain && %counts 2.prof | FileCheck %s --check-prefix=LIBS
// LIBS: linked 30 0:20 1:10
// LIBS: loaded 60 0:40 1:20
//
// If a library with events is linked, the program gets the runtime.
// RUN: udpc-clang -O2 main.c -o linked -pthread -L. -llinked -Wl,-rpath,%t
// RUN: env UDPC_OPTIONS=output=3.prof ./linked && %counts 3.prof | FileCheck %s --check-prefix=LIBS
//
// A program that was built without udpc gets it from the libraries.
// RUN: clang -O2 main.c -o bare -pthread -L. -llinked -Wl,-rpath,%t
// RUN: env UDPC_OPTIONS=output=3b.prof ./bare && %counts 3b.prof | FileCheck %s --check-prefix=LIBS
//
// Where it is not installed, the dynamic linker says what is missing.
// RUN: readelf -d liblinked.so | FileCheck %s --check-prefix=NEEDS
// NEEDS: NEEDED{{.*}}libudpc_rt.so.
// RUN: mkdir away && sed 's,/lib/udpc,/lib/none,' liblinked.so > away/liblinked.so
// RUN: (env LD_LIBRARY_PATH=away ./bare 2>&1; test $? = 127) | FileCheck %s --check-prefix=AWAY
// AWAY: error while loading shared libraries: libudpc_rt.so.{{.*}}: cannot open shared object file
//
// Libraries to be shipped need no file of udpc's. Without a runtime they run
// uncounted, and warn where they are expected to count.
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o liblinked.so -DNAME=linked -fno-udpc-runtime
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml lib.c -o loaded.so -DNAME=loaded -fno-udpc-runtime
// RUN: readelf -d liblinked.so loaded.so | not grep 'udpc\|RUNPATH'
// RUN: env UDPC_OPTIONS=output=3c.prof ./linked && %counts 3c.prof | FileCheck %s --check-prefix=LIBS
// RUN: ./bare > bare.out 2>&1 && not grep . bare.out
// RUN: env UDPC_OPTIONS=output=4.prof ./bare 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: ls | not grep '^udpc\|^4.prof'
// BARE-COUNT-2: udpc: the module with lib.c is not counted: the program has no runtime; link it by udpc-clang with -ludpc_rt
//--- spec.yaml
version: 1
events:
  - {event: linked, entry: linked}
  - {event: loaded, entry: loaded}
  - {event: main, entry: main}
//--- lib.c
int NAME(int X) { return X + 1; }
//--- main.c
#include <dlfcn.h>
#include <pthread.h>
int linked(int X);
static int (*loaded)(int);
static pthread_barrier_t Barrier;
static void call(int N) {
  while (N--) {
    linked(N);
    loaded(N);
  }
}
static void *older(void *Arg) {
  pthread_barrier_wait(&Barrier);
  call(10);
  pthread_barrier_wait(&Barrier);
  pthread_barrier_wait(&Barrier);
  while (loaded(0) != 1)
    ;
  for (int I = 0; I < 9; ++I)
    loaded(I);
  return 0;
}
static void *load(void) {
  void *Library = dlopen("./loaded.so", RTLD_NOW);
  *(void **)&loaded = dlsym(Library, "loaded");
  return Library;
}
int main(void) {
  pthread_t T;
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_create(&T, 0, older, 0);
  void *Library = load();
  pthread_barrier_wait(&Barrier);
  call(10);
  pthread_barrier_wait(&Barrier);
  if (dlclose(Library))
    return 1;
  Library = load();
  pthread_barrier_wait(&Barrier);
  call(10);
  for (int I = 0; I < 20; ++I)
    loaded(I);
  pthread_join(T, 0);
  return dlclose(Library);
}
