// An N-th occurrence is one wherever the event occurs: in the executable, in its
// libraries, and in those that are loaded late; also if only libraries have it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -I%udpc_src/include -fudpc-spec=spec.yaml lib.c -Dlib=first -o libfirst.so
// RUN: udpc-clang -O2 -fPIC -shared -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-lowering=call \
// RUN:   lib.c -Dlib=second -o libsecond.so
// RUN: check() { \
// RUN:   udpc-clang -O2 $flags -I%udpc_src/include -fudpc-spec=spec.yaml main.c -Wl,-rpath,. \
// RUN:     -L. -lfirst -pthread -o a && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a | FileCheck main.c && \
// RUN:   udpc report --sites a.prof > report && \
// RUN:   FileCheck main.c --check-prefix=REPORT < report; \
// RUN: }
// RUN: each flags -DOWN "-DOWN -fudpc-lowering=call" "" -- check
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work, every: 10}
//--- lib.c
static __attribute__((noinline)) void work(void) { __asm__ volatile(""); }
void lib(int N) {
  for (int I = 0; I != N; ++I)
    work();
}
// Libraries are started before the executable.
__attribute__((constructor)) static void start(void) { work(); }
//--- main.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <udpc/udpc.h>
#ifdef OWN
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
#else
#define work() first(1)
#endif
void first(int);
static void (*Second)(int);
static __thread unsigned long Calls, Wrong;
static void count(const struct udpc_overflow *O, void *Argument) {
  (void)Argument;
  ++Calls;
  Wrong += O->passed != 1;
}
static void run(const char *Where, int N) {
  for (int I = 0; I != N; ++I) {
    work();
    first(1);
    Second(1);
  }
  long All = udpc_read_thread(udpc_event_find("work"));
  printf("%s: %ld, %lu calls, %lu wrong\n", Where, All, Calls, Wrong);
}
static void *thread(void *P) {
  run("thread", 15);
  return P;
}
int main(void) {
  udpc_on_overflow(udpc_event_find("work"), 10, count, 0);
  void *Library = dlopen("./libsecond.so", RTLD_NOW);
  Second = (void (*)(int))dlsym(Library, "second");
  // The first library's constructor has counted before the call.
  // CHECK: main: 302, 30 calls, 0 wrong
  run("main", 100);
  // CHECK-NEXT: thread: 45, 4 calls, 0 wrong
  pthread_t T;
  pthread_create(&T, 0, thread, 0);
  pthread_join(T, 0);
  // CHECK-NEXT: open: 401, 40 calls
  dlclose(Library);
  for (int I = 0; I != 99; ++I)
    first(1);
  long All = udpc_read_thread(udpc_event_find("work"));
  printf("open: %ld, %lu calls\n", All, Calls);
  // REPORT: work 446 100.0% inc entry
  // REPORT: work.overflows 44
  return 0;
}
