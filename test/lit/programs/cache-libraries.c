// Caches are simulated for code of libraries, too: linked, loaded, unloaded and
// loaded again, in threads that are older than the library, in constructors of
// others before their own, signal handlers and children of fork. However the
// code is compiled, each thread has one D1, and the process one LL.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fPIC -shared first.c -o libfirst.so
// RUN: each name linked loaded -- udpc-clang -O1 -g -fPIC -shared -fudpc-profile=cache -fno-udpc-runtime \
// RUN:   -DNAME={name} walk.c -o lib{name}.so -L. -lfirst
// RUN: llvm-readelf -lrW liblinked.so > segments && not grep 'TLS\|TPOFF\|DTPMOD' segments
//
// Programs have the tables in their own storage, or nothing that needs them.
// RUN: udpc-clang -O1 -g -fudpc-profile=cache -DNAME=own -c walk.c -o own.o
// RUN: udpc-clang -O1 -g -fPIC -fudpc-profile=cache -DNAME=own -c walk.c -o own.pic.o
// RUN: check() { \
// RUN:   clang -O1 -c main.c -o main.o && \
// RUN:   udpc-clang -fudpc-profile=cache main.o $kind.o -o $kind -pthread -L. -llinked -lfirst \
// RUN:     -Wl,-rpath,%t -Wl,-rpath-link,%t && \
// RUN:   %python check.py ./$kind; \
// RUN: }
// RUN: each kind own own.pic -- check | FileCheck %s
// RUN: llvm-readelf -lW own.pic | awk '$1 == "TLS" { print $6 }' > size && test $(($(cat size))) -le 1024
//
// The same objects in executables.
// RUN: each name linked loaded -- udpc-clang -O1 -g -fPIC -fudpc-profile=cache -DNAME={name} -c walk.c -o {name}.o
// RUN: check_static() { \
// RUN:   udpc-clang $kind -O1 -fudpc-profile=cache -DOWN main.c linked.o loaded.o own.o first.c -o all -pthread && \
// RUN:   %python check.py ./all; \
// RUN: }
// RUN: each kind -static -pie -- check_static | FileCheck %s --check-prefix=OWN
//
// A program without a runtime gets it from a library. It, too, needs no more of
// the storage that the C library has left.
// RUN: mkdir any
// RUN: each name linked loaded \
// RUN:   -- udpc-clang -O1 -g -fPIC -shared -fudpc-profile=cache -DNAME={name} walk.c -o any/lib{name}.so -L. -lfirst
// RUN: clang -c -O1 -DNAME=own walk.c -o plain.o
// RUN: clang main.o plain.o -o bare -pthread -Lany -llinked -L. -lfirst -Wl,-rpath-link,. -L%udpc_lib/udpc \
// RUN:   -Wl,-rpath-link,%udpc_lib/udpc -Wl,-rpath,%t
// RUN: env LD_LIBRARY_PATH=any:. %python check.py ./bare | FileCheck %s --check-prefix=BARE
// RUN: udpc-clang -O1 -g -fPIC -shared -fudpc-profile=cache `python3-config --includes` module.c -o module.so
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=8388608,16,64:summary=0:cache_output=:cachegrind_output=module.out python3 \
// RUN:   -c 'import module; module.walk()'
// RUN: %python lines.py module.out | FileCheck %s --check-prefix=MODULE
//
// Where there is no runtime, or one without the simulation, the program runs on.
// RUN: env LD_LIBRARY_PATH=. ./bare > out 2> err
// RUN: count 0 < err
// RUN: ls > files
// RUN: not grep '^udpc\.\|^cachegrind' files
// RUN: clang main.o plain.o -o host -pthread -L. -llinked -lfirst -Wl,-rpath,%t -Wl,-rpath-link,%t \
// RUN:   -Wl,-u,__udpc_runtime,--export-dynamic-symbol='__udpc_*' -L%udpc_lib -ludpc_rt
// RUN: env UDPC_OPTIONS=cachegrind_output=host.out:cache_output=:summary=0 ./host 2>&1 > out \
// RUN:   | FileCheck %s --check-prefix=HOST
// A library's runtime with the simulation does not mix with the program's.
// RUN: env LD_LIBRARY_PATH=any:. UDPC_OPTIONS=cachegrind_output=host.out:cache_output=:summary=0 ./host 2>&1 > out \
// RUN:   | FileCheck %s --check-prefix=HOST
// HOST: udpc: warning: some of the program's code simulates caches, but the simulation is not linked: no misses are counted; link by udpc-clang, or with -Wl,-u,__udpc_simulation
//
// CHECK-COUNT-2: {{^}}agrees: own linked loaded
// OWN-COUNT-2:   {{^}}agrees: own linked loaded
// BARE:          {{^}}agrees: linked loaded
// MODULE:        walk 4096 4096
//--- walk.c
#define PASTE(A, B) A##B
#define NAMED(A, B) PASTE(A, B)
__attribute__((noinline)) long NAME(const char *From, long NumLines) {
  long Sum = 0;
#pragma clang loop unroll(disable)
  for (long I = 0; I != NumLines; ++I)
    Sum += From[64 * I]; // The accesses.
  return Sum;
}
//--- first.c
extern long linked(const char *, long) __attribute__((weak));
char Early[64 * 100] __attribute__((aligned(64)));
__attribute__((constructor)) static void start(void) {
  if (linked)
    linked(Early, 100);
}
//--- main.c
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
long own(const char *, long), linked(const char *, long);
#ifdef OWN
long loaded(const char *, long);
static void *load(void) { return 0; }
static int unload(void *Library) { return 0; }
#else
static long (*loaded)(const char *, long);
static void *load(void) {
  void *Library = dlopen("libloaded.so", RTLD_NOW);
  if (!Library)
    puts(dlerror());
  *(void **)&loaded = dlsym(Library, "loaded");
  return Library;
}
static int unload(void *Library) { return dlclose(Library); }
#endif
enum { Small = 128, Large = 4096 };
// No other data are near.
static char Data[64 * Large] __attribute__((aligned(1 << 16)));
static char Others[64 * Large] __attribute__((aligned(1 << 16)));
static pthread_barrier_t Barrier;
static void *older(void *Argument) {
  for (int Round = 0; Round != 3; ++Round) {
    pthread_barrier_wait(&Barrier);
    loaded(Data, Large);
    pthread_barrier_wait(&Barrier);
  }
  return Argument;
}
static void onSignal(int Signal) { linked(Data, Large); }
static void *interrupted(void *Argument) {
  pthread_kill(pthread_self(), SIGUSR1);
  return Argument;
}
static void onThread(void *(*F)(void *)) {
  pthread_t T;
  pthread_create(&T, 0, F, 0);
  pthread_join(T, 0);
}
int main(void) {
  // One brings lines in, the others find them.
  own(Data, Small);
  linked(Data, Small);
  void *Library = load();
  loaded(Data, Small);
  linked(Data + 64 * Small, Small);
  own(Data + 64 * Small, Small);
  if (unload(Library))
    return 1;
  // What is in LL, and only there.
  own(Data, Large);
  linked(Data, Large);
  signal(SIGUSR1, onSignal);
  onThread(interrupted);
  pthread_t T;
  pthread_barrier_init(&Barrier, 0, 2);
  pthread_create(&T, 0, older, 0);
  for (int Round = 0; Round != 3; ++Round) {
    Library = load();
    pthread_barrier_wait(&Barrier);
    pthread_barrier_wait(&Barrier);
    if (unload(Library))
      return 2;
  }
  pthread_join(T, 0);
  fflush(stdout);
  pid_t Child = fork();
  if (!Child) {
    linked(Data + 64 * (Large - Small), Small);
    linked(Others, Large);
    exit(0);
  }
  printf("fork %d\n", Child);
  waitpid(Child, 0, 0);
  return 0;
}
//--- lines.py
"""The misses of D1 and LL at the line with the accesses, by function."""
import sys


def misses(file):
    counts, function = {}, ""
    for text in open(file):
        if text.startswith("events:"):
            events = text.split()[1:]
        elif text.startswith("fn="):
            function = text[3:].strip()
        elif text[:1].isdigit():
            line, *values = map(int, text.split())
            values = dict(zip(events, values))
            counts[function, line] = values.get("D1mr", 0), values.get("DLmr", 0), values.get("Dr", 0)
    # The most reads: those of the loop.
    most = {}
    for (function, _), (d1, ll, reads) in counts.items():
        most[function] = max(most.get(function, (0, 0, 0)), (reads, d1, ll))
    return {f: v[1:] for f, v in most.items()}


if __name__ == "__main__":
    for function, (d1, ll) in sorted(misses(sys.argv[1]).items()):
        print(function, d1, ll)
//--- check.py
"""Runs the program and compares its misses with what they must be."""
import glob
import os
import subprocess
import sys

from lines import misses

for old in glob.glob("run.*"):
    os.remove(old)
options = "D1=32768,8,64:LL=8388608,16,64:summary=0:cache_output=:cachegrind_output=run.%p"
out = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, check=True, text=True, env={**os.environ, "UDPC_OPTIONS": options})
child = f"run.{out.stdout.split()[1]}"
(parent,) = set(glob.glob("run.*")) - {child}
# A walk over all lines misses D1 except for those that are there before it:
# none, as the last ones are, but for the first such walk.
small, large = 128, 4096
expected = {
    "own": (small + large - 2 * small, small + large - 2 * small),
    "linked": (100 + small + 2 * large, 100 + small),
    "loaded": (3 * large, 0),
}
has_own = "own" in misses(parent)
if not has_own:
    # It is the first in each case.
    expected = {"linked": (100 + 2 * small + 2 * large - 2 * small, 100 + large), "loaded": (3 * large, 0)}
found = {f: m for f, m in misses(parent).items() if f in expected}
assert found == expected, (found, expected)
assert misses(child)["linked"] == (large, large), misses(child)
print("agrees:", *(n for n in ("own", "linked", "loaded") if n in found))
//--- module.c
#define PY_SSIZE_T_CLEAN
#include <Python.h>
static char Data[64 * 4096] __attribute__((aligned(4096)));
static PyObject *walk(PyObject *Self, PyObject *Arguments) {
  long Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int I = 0; I != 4096; ++I)
    Sum += ((volatile char *)Data)[64 * I];
  return PyLong_FromLong(Sum);
}
static PyMethodDef Methods[] = {{"walk", walk, METH_NOARGS, ""}, {0}};
static struct PyModuleDef Module = {PyModuleDef_HEAD_INIT, "module", 0, -1, Methods};
PyMODINIT_FUNC PyInit_module(void) { return PyModule_Create(&Module); }
