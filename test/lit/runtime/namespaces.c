// Libraries that dlmopen loads have a runtime of their own in each namespace,
// which leaves a profile when the program ends.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -fPIC -shared lib.c -o lib.so
// RUN: clang main.c -o main && env UDPC_OPTIONS=output=a.prof ./main | grep '^90$'
// RUN: udpc report --csv a.prof | FileCheck %s && udpc report --csv a.prof.1 | FileCheck %s && not ls a.prof.2
// CHECK: ticks,entry,{{.*}},tick,{{.*}},10
// RUN: udpc-clang -fudpc-spec=spec.yaml main.c -o main
// RUN: env UDPC_OPTIONS=output=b.prof ./main 2>&1 | FileCheck --check-prefix=TWO %s
// TWO: udpc: warning: libraries in a namespace of their own (dlmopen) do not see the program's runtime
// RUN: cat b.prof b.prof.1 b.prof.2 > /dev/null
//--- spec.yaml
version: 1
events:
  - {event: ticks, entry: "*"}
//--- lib.c
static int N;
int tick(int X) {
  N++;
  return X + N * 0;
}
//--- main.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  int Sum = 0;
  for (int I = 0; I != 2; ++I) {
    void *Library = dlmopen(LM_ID_NEWLM, "./lib.so", RTLD_NOW | RTLD_LOCAL);
    if (!Library)
      return puts(dlerror()), 1;
    int (*Tick)(int) = (int (*)(int))dlsym(Library, "tick");
    for (int K = 0; K != 10; ++K)
      Sum += Tick(K);
  }
  printf("%d\n", Sum);
  return 0;
}
