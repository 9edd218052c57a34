// Each thread counts for itself; the shares add up exactly, however the
// threads were made and whichever lowering counts.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml a.cpp -o inline -pthread
// RUN: env UDPC_OPTIONS=output=inline.prof ./inline && %counts inline.prof | FileCheck %s
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -fudpc-lowering=call a.cpp -o call -pthread
// RUN: env UDPC_OPTIONS=output=call.prof ./call && %counts call.prof | FileCheck %s
// RUN: udpc-clang++ -O2 -static -fudpc-spec=spec.yaml a.cpp -o static -pthread
// RUN: env UDPC_OPTIONS=output=static.prof ./static && %counts static.prof | FileCheck %s
// CHECK: work 1600003 0:3 1:100000 2:200000 3:300000 4:400000 5:600000
// CHECK: lines 1600003 0:3 1:100000 2:200000 3:300000 4:400000 5:600000
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "work()"}
  - {event: lines, line: "a.cpp:6"}
//--- a.cpp
#include <pthread.h>
#include <thread>
#include <threads.h>
volatile int Sink;
__attribute__((noinline)) void work() {
  Sink = 1;
}
static void run(long N) {
  while (N--)
    work();
}
static void *onPthread(void *Arg) {
  run((long)Arg);
  return nullptr;
}
static void *onPthreadExit(void *Arg) {
  run((long)Arg);
  pthread_exit(nullptr);
}
static int onC11(void *Arg) {
  run((long)Arg);
  return 0;
}
int main() {
  pthread_t P, Q, D;
  thrd_t C;
  run(3);
  // Made one after another: threads are numbered in order of creation.
  pthread_create(&P, nullptr, onPthread, (void *)100000);
  pthread_create(&Q, nullptr, onPthreadExit, (void *)200000);
  thrd_create(&C, onC11, (void *)300000);
  std::thread S(run, 400000L);
  pthread_create(&D, nullptr, onPthread, (void *)600000);
  pthread_join(P, nullptr);
  pthread_join(Q, nullptr);
  thrd_join(C, nullptr);
  S.join();
  pthread_join(D, nullptr);
}
