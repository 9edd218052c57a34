// Children of a process with ended threads, and their children, count only what
// they do themselves, whether they release the parent's records or not.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && printf 'version: 1\nevents:\n  - {event: f, entry: f}\n' > spec.yaml
// RUN: check() { rm -f *.prof && udpc-clang -O1 -g $flags -fudpc-spec=spec.yaml %s -pthread -o a && ./a; }
// RUN: export UDPC_OPTIONS=summary=0:output=%t/%%p.prof
// RUN: each flags -O1 -fPIC -fudpc-profile=cache -- check > out && FileCheck %s < out
// RUN: export UDPC_OPTIONS=summary=0:output=%t/%%p.prof:max_threads=10
// RUN: each flags -O1 -fPIC -- check > out && FileCheck %s < out
// CHECK: child of child: 40
// CHECK: child: 131
// CHECK: parent: 101
// CHECK: child of child: 40
// CHECK: child: 131
// CHECK: parent: 101
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>

__attribute__((noinline)) static void *f(void *P) {
  ++*(volatile int *)P;
  return P;
}
static void threads(int N) {
  int Counts[2] = {0};
  for (int I = 0; I != N; ++I) {
    pthread_t Two[2];
    for (int T = 0; T != 2; ++T)
      pthread_create(&Two[T], 0, f, &Counts[T]);
    for (int T = 0; T != 2; ++T)
      pthread_join(Two[T], 0);
  }
}
static void say(const char *Who) {
  printf("%s: %lld\n", Who, (long long)udpc_read(udpc_event_find("f")));
  fflush(stdout);
}
// In a child, which the caller waits for.
static int inChild(void) {
  pid_t Child = fork();
  if (!Child)
    return 1;
  int Status;
  waitpid(Child, &Status, 0);
  if (Status)
    abort();
  return 0;
}
int main(void) {
  int Count = 0;
  threads(50);
  if (inChild()) {
    f(&Count);
    if (inChild()) { // It releases none of the records.
      exit(0);
    }
    threads(5); // Some.
    if (inChild()) {
      threads(20);
      say("child of child");
      exit(0);
    }
    threads(60); // All.
    say("child");
    exit(0);
  }
  f(&Count);
  say("parent");
}
