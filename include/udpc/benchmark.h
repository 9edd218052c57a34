//===- udpc/benchmark.h - Costs of Google Benchmark's loops -----*- C++ -*-===//
//
// Adds the costs of an iteration (instructions, reads, writes; with
// -fudpc-profile=cache also misses) and its calls of functions without a
// profile to what a benchmark reports:
//
//   static void BM_parse(benchmark::State &state) {
//     for (auto _ : udpc::counted(state))
//       parse(text);
//   }
//
// Compile with -fudpc-profile=counts. `udpc baseline` and `udpc check` read
// the file of --benchmark_out=<file>: docs/check.md, "Benchmarks".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_BENCHMARK_H
#define UDPC_BENCHMARK_H

#include "udpc/readings.h"
#include <benchmark/benchmark.h>
#include <cstdint>
#include <utility>

namespace udpc {

/// A loop's condition: next() returns true a given number of times. The costs
/// of the thread are counted from the second call to the last one, because
/// entering a loop costs other instructions than its iterations. A single
/// iteration is counted with the entry. So are \p Calls, if not null.
class CountedIterations {
public:
  explicit CountedIterations(int64_t Number, CountedCalls *Calls = nullptr)
      : First(Number > 1 ? Number - 1 : 1), Left(Number), Calls(Calls) {}

  /// Not inlined, so that its own cost is the same everywhere.
  __attribute__((noinline)) bool next() {
    if (__builtin_expect(Left == First || Left == 0, 0)) {
      if (Left == First && Calls)
        Calls->start();
      Counted = udpc_costs_read_thread(Costs[Left == 0], UDPC_NUM_COSTS);
      if (Left == 0 && Calls)
        Calls->stop();
    }
    return Left-- != 0;
  }

  bool isDone() const { return Left < 0; }
  /// The events that are counted, as a set of bits.
  int counted() const { return Counted; }
  int64_t numCounted() const { return First; }
  int64_t cost(int Event) const {
    return static_cast<int64_t>(Costs[1][Event] - Costs[0][Event]);
  }

private:
  int64_t First, Left;
  CountedCalls *Calls;
  int Counted = 0;
  uint64_t Costs[2][UDPC_NUM_COSTS] = {};
};

/// The loop over a benchmark's iterations. An iteration's cost includes the
/// loop's own, some 10 instructions. Costs of Google Benchmark and of other
/// threads are not counted. Without the runtime, or without a profile, the loop
/// adds no counters.
class CountedLoop {
public:
  explicit CountedLoop(benchmark::State &State)
      : State(State), Calls(/*OfThread=*/true),
        Iterations(State.max_iterations, &Calls) {}
  CountedLoop(const CountedLoop &) = delete;
  ~CountedLoop();

  class Iterator {
  public:
    using Value = benchmark::State::StateIterator::Value;

    explicit Iterator(CountedLoop *Loop) : Loop(Loop) {}
    bool operator!=(const Iterator &) const {
      return Loop->IsRunning && Loop->Iterations.next();
    }
    Iterator &operator++() { return *this; }
    Value operator*() const { return Value(); }

  private:
    CountedLoop *Loop;
  };

  /// Starts the benchmark's time.
  Iterator begin() {
    IsRunning = State.KeepRunningBatch(State.max_iterations);
    return Iterator(this);
  }
  Iterator end() { return Iterator(nullptr); }

private:
  /// The fixed cost of counting: N iterations of cost C count N * C plus this.
  static int64_t overhead(int Event) {
    // The same empty loop with 1 and with 2 counted iterations.
    static const auto Measured = [] {
      CountedIterations Once(2), Twice(3);
      for (CountedIterations *Idle : {&Once, &Twice})
        while (Idle->next())
          asm volatile("" ::: "memory");
      return std::make_pair(Once, Twice);
    }();
    return 2 * Measured.first.cost(Event) - Measured.second.cost(Event);
  }

  benchmark::State &State;
  CountedCalls Calls;
  CountedIterations Iterations;
  bool IsRunning = false;
};

inline CountedLoop::~CountedLoop() {
  // The loop was left by `break`, or by an exception.
  if (!IsRunning || !Iterations.isDone())
    return;
  State.KeepRunningBatch(State.max_iterations); // Ends the benchmark's time.
  double Share = static_cast<double>(State.max_iterations) /
                 static_cast<double>(Iterations.numCounted());
  auto Report = [&](const std::string &Name, int64_t Number) {
    State.counters[Name] =
        benchmark::Counter(Share * static_cast<double>(Number),
                           benchmark::Counter::kAvgIterations);
  };
  for (int I = 0; I < UDPC_NUM_COSTS; ++I)
    if (Iterations.counted() >> I & 1)
      Report(CostNames[I], Iterations.cost(I) - overhead(I));
  if (Iterations.counted())
    for (const auto &Call : Calls.numbers())
      Report(Call.first, Call.second);
}

inline CountedLoop counted(benchmark::State &State) {
  return CountedLoop(State);
}

} // namespace udpc

#endif // UDPC_BENCHMARK_H
