// Resolvers of indirect functions, and what they call, also in other files, run
// before the executable's thread-local storage is ready; in static executables
// before there is a thread pointer. All of it is counted.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -g -fudpc-spec=spec.yaml -I%udpc_src/include -c main.c -o main.o
// RUN: check_link() { \
// RUN:   udpc-clang $kind $lld -Wl,-z,$now main.o resolver.o other.o -o main && \
// RUN:   case "$flags" in *instruction*) ./main any;; *) ./main exact;; esac; \
// RUN: }
// RUN: check() { \
// RUN:   each file resolver other -- udpc-clang $flags -fudpc-spec=spec.yaml -c {file}.c -o {file}.o && \
// RUN:   kinds="-static -static-pie -pie" && \
// RUN:   case "$flags" in *no-pic) kinds="-static -no-pie";; esac && \
// RUN:   each kind $kinds -- each lld "" -fuse-ld=lld -- each now lazy now -- check_link; \
// RUN: }
// RUN: each flags "-O0 -fPIE" "-O2 -fPIE" "-O2 -fno-pic" "-O2 -fPIC" "-O2 -fudpc-lowering=instruction -fPIE" \
// RUN:   -- check
//
// A call of the runtime does nothing before the unit is registered.
// RUN: run_calls() { \
// RUN:   udpc-clang -O2 -fudpc-lowering=call -fudpc-spec=spec.yaml -I%udpc_src/include $kind main.c \
// RUN:     resolver.c other.c -o main && \
// RUN:   ./main any; \
// RUN: }
// RUN: each kind -static -static-pie -pie -- run_calls
//
// A resolver that was compiled without udpc.
// RUN: clang -O2 -fPIE -c resolver.c -o resolver.o && udpc-clang -O2 -fPIE -fudpc-spec=spec.yaml -c other.c -o other.o
// RUN: run_helpers() { \
// RUN:   udpc-clang $kind $lld -DONLY_HELPS main.c resolver.o other.o -I%udpc_src/include -o main && \
// RUN:   ./main exact; \
// RUN: }
// RUN: each kind -static -static-pie -- each lld "" -fuse-ld=lld -- run_helpers
// RUN: udpc-clang -pie main.o resolver.o other.o -o main && ./main any
//
// Without the runtime the program runs on.
// RUN: run_plain() { \
// RUN:   udpc-clang -O2 -fudpc-spec=spec.yaml -DPLAIN -fno-udpc-runtime $kind main.c resolver.c other.c -o main && \
// RUN:   ./main; \
// RUN: }
// RUN: each kind -static -static-pie -pie -- run_plain
//
// LLVM 22 crashes in links with -flto that have indirect functions in the values
// of variables.
// RUN: run_lto() { \
// RUN:   udpc-clang -O2 $lto -fuse-ld=lld $kind -DLTO -fudpc-spec=spec.yaml main.o resolver.c other.c -o main && \
// RUN:   ./main exact; \
// RUN: }
// RUN: each lto -flto -flto=thin -- each kind -static -pie -- run_lto
//
// Libraries, which are relocated before the executable, and loaded later.
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml resolver.c other.c -o libresolver.so
// RUN: udpc-clang main.o -o main -L. -lresolver -Wl,-rpath,%t && ./main exact && env LD_BIND_NOW=1 ./main exact
// RUN: clang -DPLAIN main.c -o main -L. -lresolver -Wl,-rpath,%t && ./main && env LD_BIND_NOW=1 ./main
// RUN: udpc-clang -DLOAD -fudpc-spec=spec.yaml -I%udpc_src/include main.c -o main && ./main exact
//
//--- spec.yaml
version: 1
events:
  - {event: resolutions, entry: resolve}
  - {event: probes, entry: probe}
  - {event: probes_left, return: probe}
  - {event: rounds, loop: iterations, in: probe}
  - {event: line, line: "resolver.c:7"}
  - {event: helps, entry: help}
  - {event: squares, entry: square}
  - {event: help_line, line: "other.c:3"}
//--- resolver.c
int NumResolutions, NumProbes, NumRounds;
__attribute__((visibility("hidden"))) int help(int);
__attribute__((noinline)) static int probe(int X) {
  ++NumProbes;
  int Sum = 0;
  for (int I = 0; I != X + 4; ++I)
    Sum += I, ++NumRounds; // Line 7.
  return Sum;
}
static int one(int X) { return X + 1; }
static int two(int X) { return X + 2; }
static int (*resolve(void))(int) {
  ++NumResolutions;
  return probe(0) == 6 && help(1) == 2 ? two : one;
}
int pick(int X) __attribute__((ifunc("resolve")));
#ifdef LTO
#define Picked pick
#else
int (*Picked)(int) = pick;
#endif
__attribute__((target_clones("avx2", "default"))) int square(int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += I * I;
  return S;
}
int use(void) { return pick(1) + Picked(2) + probe(2) + square(7); }
//--- other.c
int NumHelps;
__attribute__((noinline, visibility("hidden"))) int help(int X) {
  return ++NumHelps, X + 1; // Line 3.
}
//--- main.c
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#ifndef PLAIN
#include <udpc/udpc.h>
#endif
#ifdef LOAD
static void *Library;
static int number(const char *Name) { return *(int *)dlsym(Library, Name); }
static int run(void) {
  Library = dlopen("./libresolver.so", RTLD_NOW);
  if (!Library)
    return puts(dlerror());
  return ((int (*)(void))dlsym(Library, "use"))();
}
#else
int use(void);
extern int NumResolutions, NumProbes, NumRounds, NumHelps;
static int number(const char *Name) {
  return !strcmp(Name, "NumResolutions") ? NumResolutions
         : !strcmp(Name, "NumProbes")    ? NumProbes
         : !strcmp(Name, "NumRounds")    ? NumRounds
                                         : NumHelps;
}
static int run(void) { return use(); }
#endif
static int check(const char *Event, const char *Name, int Exact) {
#ifndef PLAIN
  int Counted = udpc_read(udpc_event_find(Event));
  int Expected = Name ? number(Name) : 1;
  if (Exact ? Counted != Expected || !Expected : Counted > Expected)
    return printf("%s: %d of %d\n", Event, Counted, Expected);
#endif
  return 0;
}
int main(int Argc, char **Argv) {
  int Exact = Argc > 1 && !strcmp(Argv[1], "exact");
  // 3 + 4 + 15 + 91.
  if (run() != 113)
    return 1;
#ifdef ONLY_HELPS
  return check("helps", "NumHelps", Exact);
#endif
  return check("resolutions", "NumResolutions", Exact) |
         check("probes", "NumProbes", Exact) |
         check("probes_left", "NumProbes", Exact) |
         check("rounds", "NumRounds", Exact) |
         check("line", "NumRounds", Exact) |
         check("helps", "NumHelps", Exact) | check("squares", 0, Exact) |
         check("help_line", "NumHelps", Exact);
}
