// What runs after a thread's function counts too: thread_local destructors,
// and keys' destructors round after round.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml a.cpp -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a && %counts a.prof | FileCheck %s
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -fudpc-lowering=call a.cpp -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./a && %counts a.prof | FileCheck %s
// CHECK: work 5 0:1 1:4
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "work()"}
//--- a.cpp
#include <pthread.h>
#include <thread>
volatile int Sink;
__attribute__((noinline)) void work() { Sink = 1; }
struct Last {
  ~Last() { work(); }
};
static thread_local Last L;
static pthread_key_t Key;
static void again(void *P) {
  work();
  if ((long)P < 3)
    pthread_setspecific(Key, (void *)((long)P + 1));
}
int main() {
  pthread_key_create(&Key, again);
  std::thread([] {
    (void)&L;
    pthread_setspecific(Key, (void *)1);
  }).join();
  work();
}
