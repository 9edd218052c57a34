// A program reads how often its own code has called functions without a profile:
// udpc_costs_read_calls.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { udpc-clang $flags -g -fudpc-profile=counts %s -pthread -o a && ./a | FileCheck %s; }
// RUN: export UDPC_OPTIONS=cache_output=:summary=0
// RUN: each flags -O0 "-O2 -fPIC" "-O1 -static" -- check
// CHECK: this thread: abs 0, getppid 3, pointer 2
// CHECK: all threads: abs 0, getppid 10, pointer 2
// CHECK: short: 1 of {{[0-9]+}} or more
//
// Without the runtime, or a profile, there are none.
// RUN: clang -O1 -I%udpc_src/include %s -pthread -o none && ./none | FileCheck %s --check-prefix=NONE
// NONE: this thread: abs 0, getppid 0, pointer 0
// NONE: short: 0 of 0
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udpc/udpc.h>
#include <unistd.h>

static struct udpc_calls Before[1000], After[1000];

static long of(const struct udpc_calls *Calls, int Number, const char *Name) {
  for (int I = 0; I < Number; ++I)
    if (!strcmp(Calls[I].function, Name))
      return (long)Calls[I].calls;
  return 0;
}
static void print(const char *Title, int OldNumber, int Number) {
  printf("%s: abs %ld, getppid %ld, pointer %ld\n", Title, of(After, Number, "abs") - of(Before, OldNumber, "abs"),
         of(After, Number, "getppid") - of(Before, OldNumber, "getppid"),
         of(After, Number, "") - of(Before, OldNumber, ""));
}
static int (*volatile Pointer)(int) = abs;
__attribute__((noinline)) static void work(int N) {
  for (int I = 0; I < N; ++I)
    getppid();
}
static void *run(void *Unused) {
  work(7);
  return Unused;
}
int main(void) {
  pthread_t Thread;
  work(100);
  int Old = udpc_costs_read_calls_thread(Before, 1000);
  work(3);
  Pointer(Pointer(1));
  pthread_create(&Thread, 0, run, 0);
  pthread_join(Thread, 0);
  int New = udpc_costs_read_calls_thread(After, 1000);
  print("this thread", Old, New);

  Old = udpc_costs_read_calls(Before, 1000);
  work(3);
  Pointer(Pointer(1));
  pthread_create(&Thread, 0, run, 0);
  pthread_join(Thread, 0);
  New = udpc_costs_read_calls(After, 1000);
  print("all threads", Old, New);

  memset(After, 0, sizeof After);
  int All = udpc_costs_read_calls(After, 1);
  printf("short: %d of %d%s\n", !!After[0].function + !!After[1].function, All, All > 3 ? " or more" : "");
}
