// A shared library counts in any program, without flags but those of the
// compilation: a program that is linked against it, one that loads it, Python
// with an extension module. A process has one runtime, whichever module loaded
// it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: each name one two -- udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml -DNAME={name} lib.c -o lib{name}.so
//
// RUN: clang -O2 host.c -o host -L. -lone -Wl,-rpath,. -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./host exit > out
// RUN: FileCheck %s < out
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
// RUN: udpc report --modules a.prof | FileCheck %s --check-prefix=MODULES
// MODULES:      one {{.*}}/libone.so 40,010 100.0%
// MODULES-NEXT: one {{.*}}/libtwo.so 0 0.0%
// MODULES:      two {{.*}}/libtwo.so 600 100.0%
// COUNTS-DAG: one 40010 0:10
// COUNTS-DAG: two 600
// Signal handlers are as the program has them.
// CHECK: handlers 0
//
// A program that ends by _exit: where it is preloaded, the runtime sees that.
// RUN: env UDPC_OPTIONS=output=b.prof ./host _exit && not ls b.prof
// RUN: env UDPC_OPTIONS=output=b.prof LD_PRELOAD=%udpc_lib/udpc/libudpc_rt.so ./host _exit
// RUN: %counts b.prof | FileCheck %s --check-prefix=COUNTS
//
// Programs with a runtime keep it: one profile has all counts.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml host.c -o counted -L. -lone -Wl,-rpath,. -pthread 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LINK
// The library on the command line has "one", none has "two"; a function of a
// library is no candidate.
// LINK-NOT: event 'one'
// LINK: event 'two': entry "two" matched nothing in counted{{$}}
// LINK-NOT: event 'one'
// RUN: mkdir alone
// RUN: cd alone
// RUN: env LD_LIBRARY_PATH=.. UDPC_OPTIONS=output=%%p.prof ../counted exit
// RUN: %counts *.prof > ../counts
// RUN: ls > ../files
// RUN: cd ..
// RUN: FileCheck %s --check-prefix=COUNTS < counts
// RUN: FileCheck %s --check-prefix=HOST < counts
// RUN: grep -c prof files | grep -x 1
// RUN: udpc report --sites --module=counted alone/*.prof | FileCheck %s --check-prefix=ONLY
// ONLY:     host 1 100.0% inc entry
// ONLY-NOT: one
// HOST: host 1 0:1
//
// A program that hides its runtime: two profiles, and a warning.
// RUN: udpc-clang -O2 -c -fudpc-spec=spec.yaml hides.c
// RUN: clang hides.o -o hides -Wl,-u,__udpc_runtime -L%udpc_lib -ludpc_rt
// RUN: mkdir hidden
// RUN: cd hidden
// RUN: env UDPC_OPTIONS=output=a.prof ../hides ../libtwo.so 2> ../err
// RUN: FileCheck %s --check-prefix=HIDES < ../err
// HIDES: udpc: warning: the program has a runtime that its libraries do not see: their counts are in a profile of their own; link the program by udpc-clang, or with -Wl,--export-dynamic-symbol='__udpc_*'
// RUN: cat ../err | wc -l | grep -x 1 && %counts a.prof a.prof.1 | FileCheck %s --check-prefix=SUM
// SUM-DAG: host 1
// SUM-DAG: two 1
//
// RUN: cd .. && udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml `python3-config --includes` module.c -o module.so
// RUN: env UDPC_OPTIONS=output=p.prof python3 run.py && %counts p.prof | FileCheck %s --check-prefix=PYTHON
// PYTHON: module 4100
//
// An extension in C++: its constructors, an exception through it, and threads
// that Python does not know.
// RUN: udpc-clang++ -O2 -fPIC -shared -fudpc-spec=spec.yaml `python3-config --includes` cxx.cpp -o cxx.so -pthread
// RUN: env UDPC_OPTIONS=output=cxx.prof python3 \
// RUN:   -c 'import sys; sys.path.insert(0, "."); import cxx; assert [cxx.run(n) for n in (10, 20)] == [40, 80]'
// RUN: %counts cxx.prof | FileCheck %s --check-prefix=CXX
// RUN: udpc report --modules --event='C*' cxx.prof | FileCheck %s --check-prefix=CXXMODULE
// CXX-DAG: C::made 1
// CXX-DAG: C::step 128
// CXX-DAG: C::unwound 8
// CXXMODULE: C::made {{.*}}/cxx.so 1 100.0%
//--- spec.yaml
version: 1
events:
  - {event: one, entry: one}
  - {event: two, entry: two}
  - {event: host, entry: main}
  - {event: module, entry: half}
  - {event: "C::made", entry: "Counter::Counter()"}
  - {event: "C::step", entry: "Counter::step*"}
  - {event: "C::unwound", unwind: "Counter::all*"}
//--- lib.c
int NAME(int X) { return X + 1; }
//--- host.c
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int one(int);
static void *run(void *P) {
  for (int I = 0; I != 10000; ++I)
    one(I);
  return P;
}
int main(int argc, char **argv) {
  pthread_t Threads[4];
  for (int I = 0; I != 10; ++I)
    one(I);
  for (int I = 0; I != 4; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (int I = 0; I != 4; ++I)
    pthread_join(Threads[I], 0);
  for (int Round = 0; Round != 30; ++Round) {
    void *Library = dlopen("libtwo.so", RTLD_NOW);
    if (!Library)
      Library = dlopen("./libtwo.so", RTLD_NOW);
    if (!Library)
      return puts(dlerror());
    int (*two)(int) = (int (*)(int))dlsym(Library, "two");
    for (int I = 0; I != 20; ++I)
      two(I);
    dlclose(Library);
  }
  int NumHandlers = 0;
  for (int I = 1; I != 32; ++I) {
    struct sigaction A = {};
    sigaction(I, 0, &A);
    NumHandlers += A.sa_handler != SIG_DFL && A.sa_handler != SIG_IGN;
  }
  printf("handlers %d\n", NumHandlers);
  fflush(stdout);
  if (!strcmp(argv[1], "_exit"))
    _exit(0);
  return 0;
}
//--- hides.c
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *Library = dlopen(argv[1], RTLD_NOW);
  if (!Library)
    return puts(dlerror());
  return ((int (*)(int))dlsym(Library, "two"))(1) != 2;
}
//--- module.c
#include <Python.h>
static int half(int X) { return X / 2; }
static PyObject *call(PyObject *Self, PyObject *Arguments) {
  int N;
  if (!PyArg_ParseTuple(Arguments, "i", &N))
    return NULL;
  int Sum = 0;
  for (int I = 0; I != N; ++I)
    Sum += half(I);
  return PyLong_FromLong(Sum);
}
static PyMethodDef Methods[] = {{"call", call, METH_VARARGS, ""}, {}};
static struct PyModuleDef Module = {PyModuleDef_HEAD_INIT, "module", "", -1, Methods};
PyMODINIT_FUNC PyInit_module(void) { return PyModule_Create(&Module); }
//--- run.py
import sys, threading
caught = [l for l in open("/proc/self/status") if l.startswith("SigCgt")]
sys.path.insert(0, ".")
import module
module.call(100)
# No handler is ours.
assert caught == [l for l in open("/proc/self/status") if l.startswith("SigCgt")], caught
threads = [threading.Thread(target=module.call, args=(1000,)) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
//--- cxx.cpp
#include <Python.h>
#include <atomic>
#include <thread>
#include <vector>
struct Counter {
  std::atomic<int> Sum{0};
  Counter() { Sum = 0; }
  template <typename T> void step(T Left) {
    if (!Left)
      throw Left;
    ++Sum;
  }
  void all(int N) {
    for (int I = N; I >= 0; --I)
      step(I);
  }
};
static Counter Count;
static PyObject *run(PyObject *, PyObject *Arguments) {
  int N;
  if (!PyArg_ParseTuple(Arguments, "i", &N))
    return nullptr;
  Count.Sum = 0;
  std::vector<std::thread> Threads;
  for (int I = 0; I != 4; ++I)
    Threads.emplace_back([N] {
      try {
        Count.all(N);
      } catch (int) {
      }
    });
  for (std::thread &T : Threads)
    T.join();
  return PyLong_FromLong(Count.Sum);
}
static PyMethodDef Methods[] = {{"run", run, METH_VARARGS, ""}, {}};
static PyModuleDef Module = {PyModuleDef_HEAD_INIT, "cxx", "", -1, Methods};
PyMODINIT_FUNC PyInit_cxx() { return PyModule_Create(&Module); }
