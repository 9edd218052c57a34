// A child has its parent's code as it was patched, and can change it; neither
// sees what the other does. The same while other threads change it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -pthread -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 2>&1 | FileCheck %s --match-full-lines
// CHECK:      inherited 10 0
// CHECK-NEXT: changed 10 20
// CHECK-NEXT: parent 15 0
// CHECK-NEXT: 200 children
// CHECK-NOT:  {{.}}
//--- a.cpp
#include "sites.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void work(int N) {
  while (N--) {
    UDPC_INC(0);
    UDPC_INC(1);
  }
}
static void show(const char *When) {
  printf("%s %ld %ld\n", When, readEvent("even"), readEvent("odd"));
  fflush(stdout);
}
static volatile bool Stop;
static void *toggle(void *) {
  while (!Stop) {
    __udpc_enable("*");
    __udpc_disable("*");
    usleep(100); // Who forks must get the lock.
  }
  return nullptr;
}
static void *hammer(void *) {
  while (!Stop)
    work(100);
  return nullptr;
}
static bool endsWell(pid_t Child) {
  int Status;
  CHECK(waitpid(Child, &Status, 0) == Child);
  return !Status;
}
int main() {
  __udpc_enable("even");
  work(5);
  pid_t Child = fork();
  if (!Child) {
    work(10);
    show("inherited");
    __udpc_disable("even");
    __udpc_enable("odd");
    work(20);
    show("changed");
    _exit(0);
  }
  CHECK(endsWell(Child));
  work(10);
  show("parent");

  pthread_t Threads[2];
  pthread_create(&Threads[0], nullptr, toggle, nullptr);
  pthread_create(&Threads[1], nullptr, hammer, nullptr);
  int N = 0;
  for (int I = 0; I != 200; ++I) {
    pid_t Child = fork();
    if (!Child) {
      __udpc_enable("*");
      udpc_reset();
      work(100);
      _exit(readEvent("even") != 100 || readEvent("odd") != 100);
    }
    N += endsWell(Child);
  }
  Stop = true;
  for (pthread_t T : Threads)
    pthread_join(T, nullptr);
  printf("%d children\n", N);
}
