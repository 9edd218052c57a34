// Threads run into sites while they change, thousands of times, also with all
// signals blocked, and the program's handlers run meanwhile: nothing crashes,
// and what runs while an event is on counts exactly.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -pthread -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 3000 2>&1 | FileCheck %s --match-full-lines
// RUN: clang++ -std=c++17 -O2 -pthread -static -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 1000 2>&1 | FileCheck %s --match-full-lines
// RUN: env UDPC_OPTIONS=output=a.prof:handle_signals=0 ./a 1000 2>&1 | FileCheck %s --match-full-lines
//
// CHECK: exact: 4000000 -4000000
// CHECK-NEXT: blocked: 0 1 1
// CHECK-NEXT: mine: 2
// CHECK-NOT: {{.}}
//--- a.cpp
#include "sites.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static pthread_barrier_t Barrier;
static volatile bool Stop;
/// Sites of both kinds, one across two cache lines.
__attribute__((noinline, aligned(64))) static void work() {
  asm volatile(".nops 58\n" UDPC_SITE(0, 0, 0) UDPC_SITE(1, 1, 1)::: "cc");
}
static void wait() { pthread_barrier_wait(&Barrier); }
static void *run(void *Index) {
  sigset_t All;
  sigfillset(&All);
  if ((long)Index & 1)
    pthread_sigmask(SIG_SETMASK, &All, nullptr);
  while (!Stop)
    work();
  wait(); // Nothing runs.
  wait(); // It is on.
  for (int I = 0; I != 1000000; ++I)
    work();
  wait();
  return nullptr;
}
static int Mine;
static void onTrap(int, siginfo_t *Info, void *) { Mine += Info->si_code > 0; }
static void onAlarm(int) { work(); }
int main(int, char **Arguments) {
  sigset_t All, Now;
  sigfillset(&All);
  struct sigaction A = {}, B;
  A.sa_handler = onAlarm;
  sigfillset(&A.sa_mask);
  sigaction(SIGALRM, &A, nullptr);
  sigaction(SIGALRM, nullptr, &B);
  bool MaskIsSeen = sigismember(&B.sa_mask, SIGTRAP);
  ualarm(1000, 1000);
  pthread_barrier_init(&Barrier, nullptr, 5);
  pthread_t Threads[4];
  for (long I = 0; I != 4; ++I)
    pthread_create(&Threads[I], nullptr, run, (void *)I);
  for (int I = 0; I != atoi(Arguments[1]); ++I) {
    __udpc_enable("*");
    __udpc_disable("*");
  }
  ualarm(0, 0);
  Stop = true;
  wait();
  udpc_reset();
  __udpc_enable("*");
  wait();
  wait();
  __udpc_disable("*");
  work();
  printf("exact: %ld %ld\n", readEvent("even"), readEvent("odd"));
  for (pthread_t T : Threads)
    pthread_join(T, nullptr);

  sigprocmask(SIG_BLOCK, &All, nullptr);
  sigprocmask(SIG_BLOCK, nullptr, &Now);
  printf("blocked: %d %d %d\n", sigismember(&Now, SIGTRAP),
         sigismember(&Now, SIGTERM), MaskIsSeen);
  sigprocmask(SIG_UNBLOCK, &All, nullptr);

  A.sa_sigaction = onTrap;
  A.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &A, nullptr);
  sigaction(SIGTRAP, nullptr, &B);
  CHECK(B.sa_sigaction == onTrap && B.sa_flags == SA_SIGINFO);
  CHECK(sigismember(&B.sa_mask, SIGTRAP));
  asm("int3");
  for (int I = 0; I != 10; ++I) {
    __udpc_enable("*");
    work();
    __udpc_disable("*");
  }
  asm("int3");
  CHECK(signal(SIGTRAP, SIG_DFL) == (sighandler_t)onTrap);
  CHECK(signal(SIGTRAP, SIG_IGN) == SIG_DFL);
  raise(SIGTRAP);
  printf("mine: %d\n", Mine);
}
