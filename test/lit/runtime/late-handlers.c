// A signal handler that runs on a thread after its last thread-specific
// destructor, when glibc frees what else the thread has: what it counts in code
// compiled with -fPIC is kept, in the sum of the threads that are not kept apart,
// and what it counts in the executable's own is lost. Before, both are the
// thread's.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fudpc-spec=spec.yaml -c library.c
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml program.c library.o -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck %s --check-prefix=HANDLERS
// HANDLERS: 1 handler before the end, 1 after it
// RUN: %counts a.prof | FileCheck %s
//      CHECK: main 1 0:1
// CHECK-NEXT: thread 1 1:1
// CHECK-NEXT: handler 1 1:1
// CHECK-NEXT: shared 2 1:1 -1:1
// CHECK-NOT:  {{.}}
//--- spec.yaml
version: 1
events:
  - {event: main, entry: main}
  - {event: thread, entry: run}
  - {event: handler, entry: count_here}
  - {event: shared, entry: count_shared}
//--- library.c
void count_shared(void) { __asm__ volatile(""); }
//--- program.c
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

void count_shared(void);
__attribute__((noinline)) void count_here(void) { __asm__ volatile(""); }

static int Before, After;
static __thread int Ending;
static pthread_key_t Key;

static void handle(int S) {
  count_here();
  count_shared();
  ++*(Ending == 2 ? &After : &Before);
}

// glibc frees the thread's buffer of strerror_l after all destructors.
void free(void *P) {
  if (Ending == 1) {
    Ending = 2;
    raise(SIGUSR1);
  }
}

static void destroy(void *P) {
  raise(SIGUSR1);
  Ending = 1;
}

__attribute__((noinline)) static void *run(void *P) {
  pthread_setspecific(Key, &Key);
  return strerror_l(12345, newlocale(LC_ALL_MASK, "C", 0));
}

int main(void) {
  pthread_t T;
  signal(SIGUSR1, handle);
  pthread_key_create(&Key, destroy);
  pthread_create(&T, 0, run, 0);
  pthread_join(T, 0);
  printf("%d handler before the end, %d after it\n", Before, After);
}
