//===- Predictor.h - The model of branch prediction -------------*- C++ -*-===//
//
// A gshare predictor for conditional branches (McFarling, "Combining Branch
// Predictors", WRL TN-36, 1993): 4096 two-bit counters, indexed by the branch's
// address and the last 12 outcomes. Returns are predicted by a stack of 32
// addresses, other indirect jumps by their last target, of which 512 are kept.
// Direct jumps are always predicted.
//
// Pure and deterministic; all state begins with 0 (not taken).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_PREDICTOR_H
#define UDPC_TOOLS_MACHINE_MODEL_PREDICTOR_H

#include <stdint.h>

namespace udpc {
namespace machine {

/// Predicts branches and records their outcomes.
class Predictor {
public:
  /// Each function returns whether the prediction was right, and updates the
  /// state.
  bool branch(uint64_t Address, bool IsTaken) {
    uint8_t &Counter = Counters[(Address >> 1 ^ History) % NumBranchCounters];
    bool Predicted = Counter >= 2;
    if (IsTaken && Counter < 3)
      ++Counter;
    else if (!IsTaken && Counter > 0)
      --Counter;
    History = (History << 1 | IsTaken) % NumBranchCounters;
    return Predicted == IsTaken;
  }

  bool indirect(uint64_t Address, uint64_t Target) {
    uint64_t &Last = Targets[(Address >> 1) % NumTargets];
    bool IsRight = Last == Target;
    Last = Target;
    return IsRight;
  }

  void call(uint64_t ReturnAddress) {
    Top = (Top + 1) % StackSize;
    Stack[Top] = ReturnAddress;
  }

  bool ret(uint64_t Target) {
    uint64_t Predicted = Stack[Top];
    Top = (Top + StackSize - 1) % StackSize;
    return Predicted == Target;
  }

private:
  static constexpr uint64_t NumBranchCounters = 4096;
  static constexpr uint64_t NumTargets = 512;
  static constexpr unsigned StackSize = 32;

  uint8_t Counters[NumBranchCounters] = {};
  uint64_t History = 0;
  uint64_t Targets[NumTargets] = {};
  uint64_t Stack[StackSize] = {};
  unsigned Top = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_PREDICTOR_H
