//===- udpc/gtest.h - Costs of GoogleTest's tests ---------------*- C++ -*-===//
//
// Adds the costs of each test (instructions, reads, writes; with
// -fudpc-profile=cache also misses) and its calls of functions without a
// profile to what GoogleTest reports, as properties:
//
//   int main(int argc, char **argv) {
//     testing::InitGoogleTest(&argc, argv);
//     udpc::countTests();
//     return RUN_ALL_TESTS();
//   }
//
// Compile with -fudpc-profile=counts. `udpc baseline` and `udpc check` read
// the file of --gtest_output=json:<file>: docs/check.md, "Tests".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_GTEST_H
#define UDPC_GTEST_H

#include "udpc/readings.h"
#include <gtest/gtest.h>
#include <string>

namespace udpc {

/// Reports the costs of all threads from the start of each test to its end,
/// fixtures included.
class CostListener : public testing::EmptyTestEventListener {
public:
  void OnTestStart(const testing::TestInfo &) override {
    Calls = CountedCalls(/*OfThread=*/false);
    Calls.start();
    udpc_costs_read(Before, UDPC_NUM_COSTS);
  }
  void OnTestEnd(const testing::TestInfo &) override;

private:
  CountedCalls Calls{/*OfThread=*/false};
  uint64_t Before[UDPC_NUM_COSTS] = {};
};

inline void CostListener::OnTestEnd(const testing::TestInfo &) {
  uint64_t After[UDPC_NUM_COSTS] = {};
  int Counted = udpc_costs_read(After, UDPC_NUM_COSTS);
  Calls.stop();
  for (int I = 0; I < UDPC_NUM_COSTS; ++I)
    if (Counted >> I & 1)
      testing::Test::RecordProperty(CostNames[I],
                                    std::to_string(After[I] - Before[I]));
  if (Counted)
    for (const auto &Call : Calls.numbers())
      testing::Test::RecordProperty(Call.first, std::to_string(Call.second));
}

/// Adds a CostListener. To be called once, before RUN_ALL_TESTS.
inline void countTests() {
  testing::UnitTest::GetInstance()->listeners().Append(new CostListener);
}

} // namespace udpc

#endif // UDPC_GTEST_H
