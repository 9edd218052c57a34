// Profiled signal handlers may run at any place, also where a thread begins and
// ends or as its first code that records calls, and on a stack of their own. The
// program and its children of fork() do not crash, and the profile has the handlers
// and the threads' functions.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -pthread -fudpc-profile=counts,calls a.c -o a
// RUN: env UDPC_OPTIONS=summary=0:cache_output=a.cache ./a
// RUN: udpc annotate a.cache | FileCheck %s
// RUN: udpc-clang -O1 -pthread -fudpc-profile=cache,branches,calls a.c -o b
// RUN: env UDPC_OPTIONS=summary=0:cache_output=b.cache ./b
// RUN: udpc annotate b.cache | FileCheck %s
// RUN: udpc-clang -O2 -pthread -fudpc-profile=counts,calls,jumps a.c -static -o c
// RUN: env UDPC_OPTIONS=summary=0:cache_output=c.cache ./c
// RUN: udpc annotate c.cache | FileCheck %s
// RUN: udpc-clang -O2 -pthread -fudpc-profile=cache,calls -fPIC -shared a.c -o lib.so
// RUN: echo "int run(void); int main(void) { return run(); }" > main.c
// RUN: clang -pthread main.c ./lib.so -o d
// RUN: env UDPC_OPTIONS=summary=0:cache_output=d.cache ./d
// RUN: udpc annotate d.cache | FileCheck %s
// CHECK-DAG: touchTwice
// CHECK-DAG: onOwnStack
//--- a.c
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long Sum, Values[4096];
static volatile int Done;
__attribute__((noinline)) static void touch(long I) {
  Values[I & 4095] += I;
  Sum++;
}
__attribute__((noinline)) static void touchTwice(long I) {
  touch(I);
  touch(I + 1);
}
static void onSignal(int Signal) { touchTwice(Sum * 64); }
static void *touches(void *P) {
  if (Sum % 2)
    touch(Sum);
  else
    touchTwice(Sum);
  return P;
}
/// Signals meet the first and last instructions of threads.
static void *sends(void *P) {
  while (!Done) {
    kill(getpid(), SIGUSR1);
    usleep(200);
  }
  return P;
}
static void *onOwnStack(void *P) {
  stack_t Stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&Stack, 0);
  for (int I = 0; I != 20; ++I) {
    raise(SIGUSR2);
    touches(P);
  }
  Stack.ss_flags = SS_DISABLE;
  sigaltstack(&Stack, 0);
  free(Stack.ss_sp);
  return P;
}
int run(void) {
  struct sigaction A = {.sa_handler = onSignal, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigaction(SIGUSR1, &A, 0);
  sigaction(SIGUSR2, &A, 0);
  pthread_t Sender, T[6];
  pthread_create(&Sender, 0, sends, 0);
  for (int I = 0; I != 60; ++I) {
    for (int N = 0; N != 6; ++N)
      if (pthread_create(&T[N], 0, N % 3 ? touches : onOwnStack, 0))
        return 2;
    if (I % 8 == 0) {
      int Status, Child = fork();
      if (!Child) {
        pthread_create(&T[0], 0, touches, 0);
        pthread_join(T[0], 0);
        raise(SIGUSR2);
        _exit(0);
      }
      while (waitpid(Child, &Status, 0) != Child)
        ;
      if (Status)
        return 3;
    }
    for (int N = 0; N != 6; ++N)
      pthread_join(T[N], 0);
  }
  Done = 1;
  pthread_join(Sender, 0);
  return 0;
}
__attribute__((weak)) int main(void) { return run(); }
