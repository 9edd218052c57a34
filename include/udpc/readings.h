//===- udpc/readings.h - What benchmarks and tests cost ---------*- C++ -*-===//
//
// For the adapters to test frameworks, udpc/benchmark.h and udpc/gtest.h: the
// names of costs, and the calls of functions without a profile between two
// readings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_READINGS_H
#define UDPC_READINGS_H

#include "udpc/udpc.h"
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace udpc {

/// The names of events, by udpc_cost.
static const char *const CostNames[UDPC_NUM_COSTS] = {
    "Ir",   "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw",   "D1mw",
    "DLmw", "Bc",   "Bcm",  "Bi", "Bim",  "I2mr", "D2mr", "D2mw"};

/// Counts the calls of functions without a profile from start() to stop().
class CountedCalls {
public:
  /// Makes room, so that the readings allocate nothing. \p OfThread: only calls
  /// by the calling thread.
  explicit CountedCalls(bool OfThread)
      : OfThread(OfThread), Before(static_cast<size_t>(read(nullptr, 0))),
        After(Before.size()) {}

  void start() { read(Before.data(), static_cast<int>(Before.size())); }
  void stop() {
    int Number = read(After.data(), static_cast<int>(After.size()));
    if (Number <= static_cast<int>(After.size()))
      return;
    After.resize(static_cast<size_t>(Number)); // A library has been loaded.
    read(After.data(), Number);
  }

  /// Returns the numbers of calls of the functions that were called, by
  /// "calls:<symbol>", and of all as "calls", which is always there.
  std::map<std::string, int64_t> numbers() const {
    std::map<std::string, int64_t> Numbers = {{"calls", 0}};
    for (const std::vector<udpc_calls> *Calls : {&Before, &After})
      for (const udpc_calls &C : *Calls) {
        if (!C.function)
          continue;
        int64_t N = static_cast<int64_t>(C.calls);
        N = Calls == &Before ? -N : N;
        Numbers["calls"] += N;
        Numbers[std::string("calls:") +
                (*C.function ? C.function : "(through pointers)")] += N;
      }
    for (auto It = Numbers.begin(); It != Numbers.end();)
      It = It->second || It->first == "calls" ? std::next(It)
                                              : Numbers.erase(It);
    return Numbers;
  }

private:
  int read(udpc_calls *Calls, int Count) const {
    return OfThread ? udpc_costs_read_calls_thread(Calls, Count)
                    : udpc_costs_read_calls(Calls, Count);
  }

  bool OfThread;
  std::vector<udpc_calls> Before, After;
};

} // namespace udpc

#endif // UDPC_READINGS_H
