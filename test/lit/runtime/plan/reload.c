// Sites in a library are turned on and off while another thread opens and closes
// it: no patch is written to memory that is unmapped, and all calls count that are
// made while the sites are on.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -fPIC -shared library.c -o libreloaded.so
// RUN: clang -O1 -pthread -I%udpc_src/include program.c -o program
// RUN: env UDPC_OPTIONS=output=p.prof timeout 60 udpc run --spec spec.yaml --also=./libreloaded.so \
// RUN:   -- ./program 2> err.txt | FileCheck %s
// CHECK: reloads 400, toggled: yes
// CHECK-NEXT: counted 1000
// RUN: FileCheck %s --check-prefix=ERR --allow-empty --input-file=err.txt
// ERR-NOT: cannot
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "reloaded*"}
//--- library.c
volatile int Sink;
#define F(N)                                                                   \
  __attribute__((noinline)) void reloaded##N(int X) { Sink = X * N + Sink; }
F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8)
//--- program.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <udpc/udpc.h>
static int Stop;
static long Toggles;
static void call(int Times) {
  void *Library = dlopen("./libreloaded.so", RTLD_NOW);
  void (*F)(int) = Library ? (void (*)(int))dlsym(Library, "reloaded5") : 0;
  if (!F)
    abort();
  for (int I = 0; I < Times; ++I)
    F(I);
  dlclose(Library);
}
static void *toggle(void *P) {
  while (!__atomic_load_n(&Stop, __ATOMIC_RELAXED)) {
    udpc_enable("*");
    udpc_disable("*");
    ++Toggles;
  }
  return P;
}
int main(void) {
  pthread_t T;
  pthread_create(&T, 0, toggle, 0);
  for (int I = 0; I < 400; ++I)
    call(20);
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  pthread_join(T, 0);
  printf("reloads 400, toggled: %s\n", Toggles > 20 ? "yes" : "no");
  udpc_enable("*");
  long Before = (long)udpc_read(udpc_event_find("calls"));
  call(1000);
  printf("counted %ld\n", (long)udpc_read(udpc_event_find("calls")) - Before);
  return 0;
}
