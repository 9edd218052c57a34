// Sites in libraries: linked, and loaded while an event is on; code that is
// inline in both.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O2 -fPIC -shared -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml lib.c -o libone.so && \
// RUN:   udpc-clang -O2 -fPIC -shared -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml lib.c \
// RUN:     -DNAME=second -o libtwo.so && \
// RUN:   udpc-clang -O2 -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml a.c -L. -lone -Wl,-rpath,. -ldl -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof | FileCheck %s && \
// RUN:   udpc sites libone.so | FileCheck %s --check-prefix=SITES && \
// RUN:   rm -f *.prof && \
// RUN:   ./a && \
// RUN:   test -z "`ls | grep prof`"; \
// RUN: }
// RUN: each fidelity exact transparent -- check
// A program without the runtime runs on.
// RUN: clang -O2 a.c -L. -lone -Wl,-rpath,. -ldl -o plain && ./plain
// CHECK-DAG: first 10 0:10
// CHECK-DAG: second 60 0:60
// SITES: inc first entry lib.c:
//--- spec.yaml
version: 1
events:
  - {event: first, entry: first}
  - {event: second, entry: second}
  - {event: mains, entry: main}
defaults: {lowering: instruction}
//--- lib.c
#ifndef NAME
#define NAME first
#endif
int NAME(int X) { return X + 1; }
//--- a.c
#include <dlfcn.h>
int first(int);
int main(void) {
  for (int I = 0; I < 10; ++I)
    first(I);
  for (int Round = 0; Round < 3; ++Round) {
    void *Library = dlopen("./libtwo.so", RTLD_NOW);
    int (*Second)(int) = (int (*)(int))dlsym(Library, "second");
    for (int I = 0; I < 20; ++I)
      Second(I);
    dlclose(Library);
  }
  return 0;
}
