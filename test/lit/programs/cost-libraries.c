// Cost profiles of libraries: linked, loaded, unloaded and loaded again, in
// threads that are older than the library too, in constructors of others before
// their own, resolvers of indirect functions, destructors, signal handlers that
// are a thread's first code, and children of fork. Each call that the libraries
// count themselves takes two instructions.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fPIC -shared first.c -o libfirst.so -pthread
// RUN: each name linked loaded -- udpc-clang -O2 -fPIC -shared -fudpc-profile=counts -fno-udpc-runtime -DNAME={name} \
// RUN:   lib.c -o lib{name}.so -L. -lfirst
// No storage, symbol or relocation of thread-local storage is needed.
// RUN: llvm-readelf -lrW liblinked.so > segments && not grep 'TLS\|TPOFF\|DTPMOD' segments
//
// RUN: udpc-clang -O2 main.c -o main -pthread -L. -llinked -lfirst -Wl,-rpath,%t -Wl,-rpath-link,%t
// RUN: env UDPC_OPTIONS=cachegrind_output=1.%%p:cache_output=1.cache:summary=0 ./main > out
// RUN: %python check.py out 1.* > checked
// RUN: FileCheck %s < checked
// CHECK:      fork: 7
// CHECK-NEXT: linked: 4{{[0-9]+}}
// CHECK-NEXT: loaded: 12{{[0-9]+}}
// RUN: env LD_BIND_NOW=1 UDPC_OPTIONS=cachegrind_output=2.%%p:cache_output=:summary=0 ./main > out
// RUN: %python check.py out 2.* > checked
// RUN: FileCheck %s < checked
//
// Each library is a module of its own.
// RUN: udpc export --format=callgrind 1.cache | FileCheck %s --check-prefix=MODULES
// MODULES:     ob=(1) {{.*}}/liblinked.so
// MODULES-NOT: ob=
// MODULES:     fn={{.*}} linked
// MODULES:     ob=(2) {{.*}}/libloaded.so
// MODULES-NOT: fn={{.*}} linked
// MODULES:     fn={{.*}} loaded
// RUN: udpc export --module=libloaded.so 1.cache | FileCheck %s --check-prefix=ONE --implicit-check-not=linked
// ONE:         fn=loaded
// RUN: udpc annotate --functions --module='liblink*' 1.cache \
// RUN:   | FileCheck %s --check-prefix=OTHER --implicit-check-not=loaded
// OTHER:       {{[0-9]}} linked
// RUN: not udpc annotate --module=libz.so 1.cache 2>&1 | FileCheck %s --check-prefix=NONE
// NONE:        error: 1.cache: --module: 'libz.so' matches no module; there are: {{.*}}/liblinked.so, {{.*}}/libloaded.so
// RUN: not udpc export --module=libz.so $(ls 1.* | sed -n 1p) 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT:        error: {{.*}}--module needs cache profiles
//
// The same objects as parts of executables, which have no thread-local storage
// yet when resolvers run, if they are static.
// RUN: each name linked loaded -- udpc-clang -O2 -fPIC -fudpc-profile=counts -DNAME={name} -c lib.c -o {name}.o
// RUN: check() { \
// RUN:   udpc-clang $kind -O2 -DOWN main.c linked.o loaded.o first.c -o own -pthread && \
// RUN:   rm -f 3.* && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=3.%%p:cache_output=:summary=0 ./own > out && \
// RUN:   %python check.py out 3.* > checked && \
// RUN:   grep -q '^linked: 4' checked; \
// RUN: }
// RUN: each kind -static -static-pie -pie -no-pie -- check
//
// A program that was not compiled by udpc gets the runtime from a library. If
// that brings none, the program runs on, uncounted.
// RUN: clang -O2 main.c -o bare -pthread -L. -llinked -lfirst -Wl,-rpath-link,%t
// RUN: env LD_LIBRARY_PATH=. ./bare > out 2> err
// RUN: count 0 < err
// RUN: grep -q '^linked 4' out
// RUN: ls > files
// RUN: not grep '^udpc\.\|^cachegrind' files
// RUN: mkdir any
// RUN: each name linked loaded \
// RUN:   -- udpc-clang -O2 -fPIC -shared -fudpc-profile=counts -DNAME={name} lib.c -o any/lib{name}.so -L. -lfirst
// RUN: env LD_LIBRARY_PATH=any:. UDPC_OPTIONS=cachegrind_output=4.%%p:cache_output=:summary=0 ./bare > out
// RUN: %python check.py out 4.* > checked
// RUN: grep -q '^linked: 4' checked
// RUN: grep -q '^loaded: 12' checked
//--- lib.c
#include <immintrin.h>
#include <stdio.h>
#define PASTE(A, B) A##B
#define NAMED(A, B) PASTE(A, B)
#define TEXT(A) #A
#define STRING(A) TEXT(A)
static int NumCalls;
__attribute__((noinline)) void NAME(void) { __atomic_fetch_add(&NumCalls, 1, __ATOMIC_RELAXED); }
// What arguments have in vector registers is kept where slots are made.
double NAMED(NAME, Scale)(double A, double B, double C) { return A * B - C; }
__attribute__((target("avx"))) double NAMED(NAME, Wide)(__m256d A, __m256d B) {
  __m256d S = _mm256_mul_pd(A, B);
  return S[0] + S[1] + S[2] + S[3];
}
static int chosen(void) { return 2; }
static int other(void) { return 3; }
static int (*resolve(void))(void) {
  NAME();
  return NumCalls ? chosen : other;
}
int NAMED(NAME, Indirect)(void) __attribute__((ifunc("resolve")));
__attribute__((constructor(101))) static void start(void) { NAME(); }
__attribute__((destructor)) static void end(void) {
  NAME();
  printf(STRING(NAME) " %d\n", NumCalls);
}
//--- first.c
#include <pthread.h>
void linked(void) __attribute__((weak));
static void *run(void *P) {
  for (int I = 0; I != 100000; ++I)
    linked();
  return P;
}
__attribute__((constructor)) static void start(void) {
  if (!linked)
    return;
  linked();
  pthread_t Threads[4];
  for (int I = 0; I != 4; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (int I = 0; I != 4; ++I)
    pthread_join(Threads[I], 0);
}
//--- main.c
#include <dlfcn.h>
#include <immintrin.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
void linked(void);
int linkedIndirect(void);
double linkedScale(double, double, double);
__attribute__((target("avx"))) double linkedWide(__m256d, __m256d);
#ifdef OWN
void loaded(void);
static void *load(void) { return 0; }
static int unload(void *Library) { return 0; }
#else
static void (*loaded)(void);
static void *load(void) {
  void *Library = dlopen("libloaded.so", RTLD_NOW);
  if (!Library)
    puts(dlerror());
  *(void **)&loaded = dlsym(Library, "loaded");
  return Library;
}
static int unload(void *Library) { return dlclose(Library); }
#endif
static pthread_barrier_t Barrier;
static void *older(void *Argument) {
  for (int Round = 0; Round != 3; ++Round) {
    pthread_barrier_wait(&Barrier);
    for (int I = 0; I != 20000; ++I)
      loaded();
    pthread_barrier_wait(&Barrier);
  }
  return Argument;
}
static void onSignal(int Signal) { linked(); }
static void *interrupted(void *Argument) {
  pthread_kill(pthread_self(), SIGUSR1);
  return Argument;
}
static void *scaled(void *Argument) {
  if (linkedScale(3, 5, 7) != 8)
    abort();
  return Argument;
}
__attribute__((target("avx"))) static void *widened(void *Argument) {
  __m256d A = {1, 2, 3, 4}, B = {5, 6, 7, 8};
  if (linkedWide(A, B) != 70)
    abort();
  return Argument;
}
static void onThread(void *(*F)(void *)) {
  pthread_t T;
  pthread_create(&T, 0, F, 0);
  pthread_join(T, 0);
}
int main(void) {
  signal(SIGUSR1, onSignal);
  onThread(interrupted);
  onThread(scaled);
  if (__builtin_cpu_supports("avx"))
    onThread(widened);
  if (linkedIndirect() != 2)
    return 1;
  pthread_t T;
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_create(&T, 0, older, 0);
  for (int Round = 0; Round != 3; ++Round) {
    void *Library = load();
    pthread_barrier_wait(&Barrier);
    for (int I = 0; I != 20000; ++I)
      loaded();
    pthread_barrier_wait(&Barrier);
    if (unload(Library))
      return 2;
  }
  pthread_join(T, 0);
  fflush(stdout);
  pid_t Child = fork();
  if (!Child) {
    for (int I = 0; I != 7; ++I)
      linked();
    _exit(0);
  }
  printf("fork %d\n", Child);
  waitpid(Child, 0, 0);
  return 0;
}
//--- check.py
"""Compares the calls that the libraries have counted with their instructions."""
import collections
import os
import sys

printed, child = collections.Counter(), None
for line in open(sys.argv[1]):
    name, number = line.split()
    if name == "fork":
        child = number
    else:
        printed[name] += int(number)


def executed(file):
    counts, function = collections.Counter(), None
    for line in open(file):
        if line.startswith("fn="):
            function = line[3:].strip()
        elif line[:1].isdigit():
            counts[function] += int(line.split()[1])
    return counts


for file in sorted(sys.argv[2:], key=lambda file: not file.endswith(f".{child}")):
    if ".cache" in file:
        continue
    counts = executed(file)
    if file.endswith(f".{child}"):
        # _exit: without destructors.
        assert counts["linked"] == 14, counts
        print("fork: 7")
        continue
    for name, calls in sorted(printed.items()):
        assert counts[name] == 2 * calls, (name, calls, counts)
        print(f"{name}: {calls}")
