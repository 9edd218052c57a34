//===- BranchPredictor.h - Models of branch predictors ----------*- C++ -*-===//
//
// A model of conditional branches has `bool use(uint64_t Address, bool Taken)`,
// which learns from a branch and returns whether it was predicted; one of
// indirect branches has `bool use(uint64_t Address, uint64_t Target)`. All are
// valid when zero. runtime/cache/Model.h chooses. They use no vector registers.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_BRANCHPREDICTOR_H
#define UDPC_RUNTIME_LOGIC_BRANCHPREDICTOR_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A number from 0 to 3: the upper half predicts that the branch is taken.
class TwoBitCounter {
public:
  /// Learns the outcome. Returns whether it was predicted.
  __attribute__((always_inline)) bool use(bool Taken) {
    bool Predicted = Value >= 2;
    // Without branches: the outcomes are as irregular as the program's.
    Value = static_cast<uint8_t>(Value + (Taken & (Value < 3)) -
                                 (!Taken & (Value > 0)));
    return Predicted == Taken;
  }

private:
  uint8_t Value;
};

/// Cachegrind's (Valgrind's manual, "Branch prediction simulation"): a counter
/// for each combination of the last 7 outcomes of all branches with 7 bits of
/// the address.
class GlobalHistoryPredictor {
public:
  __attribute__((always_inline)) bool use(uint64_t Address, bool Taken) {
    TwoBitCounter &C = Counters[(History & Mask) << Bits | (Address & Mask)];
    History = History << 1 | Taken;
    return C.use(Taken);
  }

private:
  static constexpr unsigned Bits = 7;
  static constexpr uint64_t Mask = (1 << Bits) - 1;
  uint64_t History;
  TwoBitCounter Counters[1 << 2 * Bits];
};

/// A counter for each address, without history (J. E. Smith, "A study of branch
/// prediction strategies", ISCA 1981).
class BimodalPredictor {
public:
  __attribute__((always_inline)) bool use(uint64_t Address, bool Taken) {
    return Counters[Address % NumCounters].use(Taken);
  }

private:
  static constexpr unsigned NumCounters = 1 << 14;
  TwoBitCounter Counters[NumCounters];
};

/// Cachegrind's: the last target of each address, of which 9 bits count.
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

#endif // UDPC_RUNTIME_LOGIC_BRANCHPREDICTOR_H
