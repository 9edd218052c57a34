//===- udpc/gtest.h - Costs of GoogleTest's tests ---------------*- C++ -*-===//
//
// Adds the costs of each test (instructions, reads, writes; with
// -fudpc-profile=cache also misses) to what GoogleTest reports, as properties:
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
//===----------------------------------------------------------------------===//

#ifndef UDPC_GTEST_H
#define UDPC_GTEST_H

#include "udpc/udpc.h"
#include <gtest/gtest.h>
#include <string>

namespace udpc {

/// Reports the costs of all threads from the start of each test to its end,
/// fixtures included.
class CostListener : public testing::EmptyTestEventListener {
public:
  void OnTestStart(const testing::TestInfo &) override {
    udpc_costs_read(Before, UDPC_NUM_COSTS);
  }
  void OnTestEnd(const testing::TestInfo &) override;

private:
  uint64_t Before[UDPC_NUM_COSTS] = {};
};

inline void CostListener::OnTestEnd(const testing::TestInfo &) {
  static const char *const Names[] = {"Ir",   "I1mr", "ILmr", "Dr",   "D1mr",
                                      "DLmr", "Dw",   "D1mw", "DLmw", "Bc",
                                      "Bcm",  "Bi",   "Bim"};
  uint64_t After[UDPC_NUM_COSTS] = {};
  int Counted = udpc_costs_read(After, UDPC_NUM_COSTS);
  int Known = static_cast<int>(sizeof(Names) / sizeof(Names[0]));
  for (int I = 0; I < UDPC_NUM_COSTS && I < Known; ++I)
    if (Counted >> I & 1)
      testing::Test::RecordProperty(Names[I],
                                    std::to_string(After[I] - Before[I]));
}

/// Adds a CostListener. To be called once, before RUN_ALL_TESTS.
inline void countTests() {
  testing::UnitTest::GetInstance()->listeners().Append(new CostListener);
}

} // namespace udpc

#endif // UDPC_GTEST_H
