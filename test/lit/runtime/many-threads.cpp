// Threads by the thousand, some at the same time, some cancelled: the sum is
// exact, and beyond max_threads those that ended are one.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml a.cpp -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof:max_threads=10 ./a && %counts a.prof > a.out && %python check.py a.out 13
// RUN: env UDPC_OPTIONS=output=b.prof:max_threads=100000 ./a && %counts b.prof > b.out && %python check.py b.out 2102
// RUN: env UDPC_OPTIONS=output=c.prof:max_threads=0 ./a && %counts c.prof > c.out && %python check.py c.out 3
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -fudpc-lowering=call a.cpp -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof:max_threads=10 ./a && %counts a.prof > a.out && %python check.py a.out 13
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "work()"}
//--- check.py
import sys
_, total, *shares = open(sys.argv[1]).read().split()
assert int(total) == 2100 * 1000 + 1 + 7, total
assert sum(int(s.rsplit(":", 1)[1]) for s in shares) == int(total)
assert len(shares) == int(sys.argv[2]), shares
//--- a.cpp
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>
#include <vector>
volatile int Sink;
__attribute__((noinline)) void work() { Sink = 1; }
static void run() {
  for (int I = 0; I != 1000; ++I)
    work();
}
static sem_t Ready;
static void *cancelled(void *) {
  run();
  sem_post(&Ready);
  for (;;)
    pause();
}
static void *detached(void *) {
  // Alive to the end.
  for (int I = 0; I != 7; ++I)
    work();
  sem_post(&Ready);
  for (;;)
    pause();
}
int main() {
  work();
  sem_init(&Ready, 0, 0);
  for (int Round = 0; Round != 200; ++Round) {
    std::vector<std::thread> Threads;
    for (int I = 0; I != 10; ++I)
      Threads.emplace_back(run);
    for (auto &T : Threads)
      T.join();
  }
  for (int I = 0; I != 100; ++I) {
    pthread_t T;
    pthread_create(&T, nullptr, cancelled, nullptr);
    sem_wait(&Ready);
    pthread_cancel(T);
    pthread_join(T, nullptr);
  }
  pthread_t T;
  pthread_create(&T, nullptr, detached, nullptr);
  pthread_detach(T);
  sem_wait(&Ready);
}
