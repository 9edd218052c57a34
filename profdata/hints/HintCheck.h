//===- HintCheck.h - Whether hints are for a binary ------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINTCHECK_H
#define UDPC_PROFDATA_HINTS_HINTCHECK_H

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

class BinaryOperations;

enum class HintVerdict {
  Applies,         ///< To exactly one operation.
  Prefetched,      ///< So, and there are prefetches in front of it.
  NoFunction,      ///< No memory operation is in a function of that name.
  NoOperation,     ///< None of the function's has this key.
  Several,         ///< More than one has.
  NotPrefetchable, ///< One has, but no prefetch can be put in front of it.
};
/// "applies", "prefetched", "no-function", "no-operation", "several",
/// "not-prefetchable".
llvm::StringRef hintVerdictWord(HintVerdict Verdict);

/// What a key of hints finds in a binary.
struct CheckedKey {
  const MemoryOperationKey *Key = nullptr; ///< The set has it.
  const HintSet::HintList *Hints = nullptr;
  HintVerdict Verdict = HintVerdict::NoFunction;
  /// In words, with what to look at; "" if the hints apply.
  std::string Reason;
  std::vector<uint64_t> Addresses; ///< Of the operations that have the key.
  /// If none has it: those of the function that come nearest.
  std::vector<MemoryOperationKey> Nearest;

  bool applies() const {
    return Verdict == HintVerdict::Applies ||
           Verdict == HintVerdict::Prefetched;
  }
};

/// By key. One pass over the code of \p Binary.
llvm::Expected<std::vector<CheckedKey>> checkHints(
    const HintSet &Hints, BinaryOperations &Binary,
    llvm::function_ref<void(double)> Progress = [](double) {});

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCHECK_H
