// Cost profiles of resolvers of indirect functions and of what they call, also
// in other files: the program runs, and the instructions are counted. Calls are
// recorded from the start of the runtime on.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: export UDPC_OPTIONS=cachegrind_output=%t/out:cache_output=:summary=0
// RUN: check_link() { \
// RUN:   udpc-clang $kind -fudpc-profile=$parts main.o resolver.o other.o -o main && \
// RUN:   rm -f out && \
// RUN:   ./main && \
// RUN:   %python check.py out; \
// RUN: }
// RUN: check() { \
// RUN:   each file main resolver other -- udpc-clang -O2 -g $pic -fudpc-profile=$parts -c {file}.c -o {file}.o && \
// RUN:   kinds="-static -static-pie -pie" && \
// RUN:   { test $pic != -fno-pic || kinds="-static -no-pie"; } && \
// RUN:   each kind $kinds -- check_link; \
// RUN: }
// RUN: each parts counts counts,calls cache,branches,calls -- each pic -fno-pic -fPIE -fPIC -- check
//
// A resolver without a profile calls a function with one.
// RUN: clang -O2 -fPIE -c resolver.c
// RUN: run_main() { udpc-clang -O2 -fudpc-profile=$parts $kind main.c other.c resolver.o -o main && ./main; }
// RUN: each parts counts,calls cache,calls -- each kind -static -static-pie -pie -- run_main
//
// Without the runtime the program runs on.
// RUN: run_without_runtime() { \
// RUN:   udpc-clang -O2 -fudpc-profile=$parts -fno-udpc-runtime $kind main.c other.c resolver.c -o main && \
// RUN:   ./main; \
// RUN: }
// RUN: each parts counts,calls cache,calls -- each kind -static -static-pie -pie -- run_without_runtime
//
// RUN: run_shared() { \
// RUN:   udpc-clang -O2 -fPIC -shared -fudpc-profile=$parts resolver.c other.c -o libresolver.so && \
// RUN:   udpc-clang -O2 -g -fudpc-profile=$parts main.c -o main -L. -lresolver -Wl,-rpath,%t && \
// RUN:   ./main && \
// RUN:   env LD_BIND_NOW=1 ./main && \
// RUN:   clang -O2 main.c -o main -L. -lresolver -Wl,-rpath,%t && \
// RUN:   ./main && \
// RUN:   env LD_BIND_NOW=1 ./main; \
// RUN: }
// RUN: each parts counts,calls cache,calls -- run_shared
// RUN: run_lto() { \
// RUN:   udpc-clang -O2 $lto -fuse-ld=lld -fudpc-profile=counts,calls $kind main.c resolver.c other.c -o main && \
// RUN:   ./main; \
// RUN: }
// RUN: each lto -flto -flto=thin -- each kind -static -pie -- run_lto
//--- resolver.c
__attribute__((visibility("hidden"))) int help(int);
__attribute__((noinline)) static int probe(int X) {
  int Sum = 0;
  for (int I = 0; I != X; ++I)
    __asm__ volatile("addl $3, %0" : "+r"(Sum)); // Line 5.
  return Sum;
}
static int one(int X) { return X + 1; }
static int two(int X) { return X + 2; }
static int (*resolve(void))(int) {
  return probe(100) == 300 && help(100) == 300 ? two : one;
}
int pick(int X) __attribute__((ifunc("resolve")));
__attribute__((target_clones("avx2", "default"))) int square(int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += I * I;
  return S;
}
int use(void) { return pick(1) + square(7); }
//--- other.c
__attribute__((noinline, visibility("hidden"))) int help(int X) {
  int Sum = 0;
  for (int I = 0; I != X; ++I)
    __asm__ volatile("addl $3, %0" : "+r"(Sum)); // Line 4.
  return Sum;
}
//--- main.c
int use(void);
int main(void) { return use() == 94 ? 0 : 1; }
//--- check.py
# Each of the two lines has an instruction that is executed 100 times.
import sys
name, counts = "", {}
for line in open(sys.argv[1]):
    words = line.split()
    if line.startswith("fl="):
        name = line.strip().rsplit("/", 1)[-1].removeprefix("fl=")
    elif words and words[0].isdigit():
        key = name + ":" + words[0]
        counts[key] = counts.get(key, 0) + int(words[1])
for key in "resolver.c:5", "other.c:4":
    if not 100 <= counts.get(key, 0) < 110:
        sys.exit(f"{key}: {counts.get(key, 0)}")
