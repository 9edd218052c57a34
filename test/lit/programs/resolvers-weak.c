// A weak resolver of the program's own stays exported by its library, and is
// counted.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -g -fPIC -shared -fudpc-spec=spec.yaml work.c -o libwork.so
// RUN: llvm-nm -D --defined-only libwork.so | FileCheck %s --check-prefix=NAMES
// NAMES-DAG: W pick
// NAMES-DAG: i work
// RUN: clang main.c -o main -L. -lwork -Wl,-rpath,%t
// RUN: run() { \
// RUN:   env $now UDPC_OPTIONS=output=$now.prof ./main && \
// RUN:   udpc report $now.prof | FileCheck %s --check-prefix=COUNT; \
// RUN: }
// RUN: each now LD_BIND_NOW=1 LD_BIND_NOW= -- run
// COUNT-DAG: {{^}}helps 5 1 1{{$}}
// COUNT-DAG: {{^}}resolutions 1 1 1{{$}}

//--- spec.yaml
version: 1
events:
  - {event: helps, entry: help}
  - {event: resolutions, entry: pick}
//--- work.c
static volatile int NumHelps;
static __attribute__((noinline)) int help(void) { return ++NumHelps; }
static int chosen(void) { return help() > 1 ? 7 : 0; }
__attribute__((weak)) void *pick(void) { return help() ? (void *)chosen : 0; }
int work(void) __attribute__((ifunc("pick")));
//--- main.c
int work(void);
int main(void) {
  int Sum = 0;
  for (int I = 0; I != 4; ++I)
    Sum += work();
  return Sum != 28;
}
