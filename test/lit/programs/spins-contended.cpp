// Threads that really wait for each other. How often they spin is up to the
// machine, so each loop also counts for itself, and the two must agree.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++17 -O$level -fudpc-lowering=$way -fudpc-spec=spec.yaml a.cpp -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a > own.txt && \
// RUN:   %counts a.prof > counts.txt && \
// RUN:   sort own.txt > own.sorted && \
// RUN:   cut -d" " -f1-3 counts.txt | sort | diff own.sorted -; \
// RUN: }
// RUN: each way inline call instruction -- each level 0 2 -- check
// REQUIRES: x86_64
//--- spec.yaml
version: 1
events:
  - {event: exchange executions, spin: executions, in: "Exchange::lock(*"}
  - {event: exchange spins, spin: iterations, in: "Exchange::lock(*"}
  - {event: ticket executions, spin: executions, in: "Ticket::lock(*"}
  - {event: ticket spins, spin: iterations, in: "Ticket::lock(*"}
  - {event: swap executions, spin: executions, in: "Swap::lock(*"}
  - {event: swap spins, spin: iterations, in: "Swap::lock(*"}
//--- a.cpp
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

struct Exchange {
  std::atomic<bool> Taken{false};
  __attribute__((noinline)) unsigned lock() {
    unsigned Spins = 0;
    while (Taken.exchange(true, std::memory_order_acquire)) {
      ++Spins;
      std::this_thread::yield();
    }
    return Spins;
  }
  void unlock() { Taken.store(false, std::memory_order_release); }
};

struct Ticket {
  std::atomic<unsigned> Next{0}, Serving{0};
  __attribute__((noinline)) unsigned lock() {
    unsigned Spins = 0, Mine = Next.fetch_add(1);
    while (Serving.load(std::memory_order_acquire) != Mine) {
      ++Spins;
      std::this_thread::yield();
    }
    return Spins;
  }
  void unlock() { Serving.fetch_add(1, std::memory_order_release); }
};

struct Swap {
  std::atomic<unsigned> Owner{0};
  __attribute__((noinline)) unsigned lock() {
    unsigned Spins = 0, Free = 0;
    while (!Owner.compare_exchange_strong(Free, 1)) {
      Free = 0;
      ++Spins;
      std::this_thread::yield();
    }
    return Spins;
  }
  void unlock() { Owner.store(0); }
};

template <class Lock> static void run(const char *Name) {
  constexpr unsigned NumThreads = 4, Rounds = 500;
  Lock L;
  unsigned long Spins = 0;
  volatile unsigned Shared = 0;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&] {
      for (unsigned I = 0; I != Rounds; ++I) {
        unsigned Waited = L.lock();
        Spins += Waited; // The lock protects it.
        if (I % 16 == 0)
          std::this_thread::yield(); // Others must wait.
        Shared = Shared + 1;
        L.unlock();
      }
    });
  for (std::thread &T : Threads)
    T.join();
  std::printf("%s executions %u\n", Name, NumThreads * Rounds);
  std::printf("%s spins %lu\n", Name, Spins);
}

int main() {
  run<Exchange>("exchange");
  run<Ticket>("ticket");
  run<Swap>("swap");
}
