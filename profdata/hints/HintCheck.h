//===- HintCheck.h - Checks hints against a binary --------------*- C++ -*-===//
//
// Tells which hints the compiler could use in a binary. Used by `udpc hints`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTCHECK_H
#define UDPC_PROFDATA_HINTS_HINTCHECK_H

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

class BinaryOperations;

/// Whether and why the hints of a key apply.
enum class HintVerdict {
  Applies,     ///< One operation has the key.
  Prefetched,  ///< Like Applies, and prefetches precede the operation.
  NoFunction,  ///< No memory operation is in a function of this name.
  NoOperation, ///< No operation of the function has this key.
  Call, ///< Like NoOperation, but indirect hints may be for a call in the line.
  Several,         ///< More than one operation has this key.
  NotPrefetchable, ///< One operation has the key, but it cannot be prefetched.
};
/// Returns "applies", "prefetched", "no-function", "no-operation", "call",
/// "several" or "not-prefetchable".
llvm::StringRef hintVerdictWord(HintVerdict Verdict);

/// The result of the check for one key.
struct CheckedKey {
  const MemoryOperationKey *Key = nullptr; ///< Owned by the set.
  const HintSet::HintList *Hints = nullptr;
  HintVerdict Verdict = HintVerdict::NoFunction;
  /// The reason, with advice; "" if the hints apply.
  std::string Reason;
  std::vector<uint64_t> Addresses; ///< The operations that have the key.
  /// The most similar keys of the function, if no operation has the key.
  std::vector<MemoryOperationKey> Nearest;

  bool applies() const {
    return Verdict == HintVerdict::Applies ||
           Verdict == HintVerdict::Prefetched;
  }
};

/// Checks all hints in one pass over the code of \p Binary. Sorted by key.
llvm::Expected<std::vector<CheckedKey>> checkHints(
    const HintSet &Hints, BinaryOperations &Binary,
    llvm::function_ref<void(double)> Progress = [](double) {});

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCHECK_H
