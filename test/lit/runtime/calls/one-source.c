// Libraries that are built of one source, as plugins with the same entry point,
// are called at one place: the calls of each are its own.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: record_arcs() { \
// RUN:   rm -f *.cache; \
// RUN:   UDPC_OPTIONS=cache_output=a.cache:summary=0 ./a.out $libs && \
// RUN:   udpc export --format=callgrind a.cache | awk -f calls.awk > "arcs $libs"; \
// RUN: }
// RUN: arcs_of() { grep "callee$n" "arcs $of" > "of $of"; }
// RUN: same_arcs() { each of "$n" "$libs" -- arcs_of && diff "of $n" "of $libs"; }
// RUN: check() { \
// RUN:   each n 1 2 -- udpc-clang -O2 -g -fPIC -shared -fudpc-profile=$how -DN={n} lib.c -o {n}.so && \
// RUN:   udpc-clang -O2 -g -fudpc-profile=$how main.c -o a.out -ldl && \
// RUN:   each libs "1" "2" "1 2" "2 1" -- record_arcs && \
// RUN:   each n 1 2 -- each libs "1 2" "2 1" -- same_arcs; \
// RUN: }
// RUN: each how counts,calls cache,calls -- check
//--- calls.awk
/^c?fn=/ {
  split($0, Parts, /[()]/)
  if ($2 != "")
    Names[Parts[2]] = $2
  Callee = Names[Parts[2]]
}
/^calls=/ {
  Calls = $1
  getline
  print Callee, Calls, $2
}
//--- lib.c
#define JOIN2(A, B) A##B
#define JOIN(A, B) JOIN2(A, B)
volatile int Value;
__attribute__((noinline)) void JOIN(callee, N)(void) { Value += N; }
void run(int Times) {
  for (int I = 0; I < Times; ++I) {
    if (N == 2 && I % 3 == 0)
      Value *= 3;
    JOIN(callee, N)();
  }
}
//--- main.c
#include <dlfcn.h>
#include <stdio.h>
int main(int Count, char **Names) {
  for (int I = 1; I < Count; ++I) {
    char Path[100];
    snprintf(Path, sizeof(Path), "./%s.so", Names[I]);
    void *Library = dlopen(Path, RTLD_NOW);
    if (!Library)
      return 1;
    ((void (*)(int))dlsym(Library, "run"))(100);
  }
}
