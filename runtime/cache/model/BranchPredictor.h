//===- BranchPredictor.h - Models of branch predictors ----------*- C++ -*-===//
//
// A model of conditional branches has `bool use(uint64_t Address, bool Taken)`,
// which learns from a branch and returns whether it was predicted; a model of
// indirect branches has `bool use(uint64_t Address, uint64_t Target)`. All are
// valid when zero and use no vector registers. runtime/cache/Model.h chooses
// the models.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_BRANCHPREDICTOR_H
#define UDPC_RUNTIME_CACHE_MODEL_BRANCHPREDICTOR_H

#include "udpc/simulation.h"
#include <stdint.h>

namespace udpc {
namespace rt {

/// Updates \p Counter, a number from 0 to 3, with the outcome. Returns whether
/// it was predicted: counters of 2 and 3 predict that the branch is taken.
__attribute__((always_inline)) inline bool useTwoBits(uint8_t &Counter,
                                                      bool Taken) {
  bool Predicted = Counter >= 2;
  // Branchless, because the outcomes are as irregular as the program's.
  Counter = static_cast<uint8_t>(Counter + (Taken & (Counter < 3)) -
                                 (!Taken & (Counter > 0)));
  return Predicted == Taken;
}

/// Cachegrind's model (Valgrind's manual, "Branch prediction simulation"): a
/// counter for each combination of the last 7 outcomes of all branches with 7
/// bits of the address. Generated code updates the same tables.
class GlobalHistoryPredictor {
public:
  __attribute__((always_inline)) bool use(uint64_t Address, bool Taken) {
    uint8_t &C = Tables.Counters[abi::branchCounter(Address) +
                                 static_cast<uint8_t>(Tables.History)];
    Tables.History = (Tables.History | Taken) << 1;
    return useTwoBits(C, Taken);
  }

private:
  abi::BranchTables Tables;
};

/// Cachegrind's model: the last target for each value of the address's low 9
/// bits.
class LastTargetPredictor {
public:
  __attribute__((always_inline)) bool use(uint64_t Address, uint64_t Target) {
    uint64_t &Last = Targets[Address % NumTargets];
    bool Predicted = Last == Target;
    Last = Target;
    return Predicted;
  }

private:
  static constexpr unsigned NumTargets = 1 << 9;
  uint64_t Targets[NumTargets];
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_BRANCHPREDICTOR_H
