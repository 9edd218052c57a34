//===- Hint.h - Prefetch hints ----------------------------------*- C++ -*-===//
//
// The model of one hint and the names of its types. Used by the compiler's
// passes and all readers and writers of hints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINT_H
#define UDPC_PROFDATA_HINTS_HINT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace udpc {

/// The kind of prefetch (Intel SDM, volume 2, PREFETCHh and PREFETCHW), or the
/// way in which an indirect prefetch finds its address.
enum class HintType : uint8_t {
  NTA, ///< Used once: minimise cache pollution.
  T0,  ///< Into all levels.
  T1,  ///< From the second level on.
  T2,  ///< From the third level on.
  W,   ///< Into all levels, for writing.
  /// Prefetches data whose address the loop loads, some iterations ahead. The
  /// compiler chooses the loop.
  Indirect,
  /// Like Indirect, in the innermost loop for which there is an address, even
  /// if most of the data ahead is not used.
  Inner,
  /// Like Indirect, in a loop around the innermost one.
  Outer,
  /// Like Outer, and also prefetches, equally far ahead, the next node in the
  /// chain of the inner loop.
  Next,
  /// Prefetches data whose address is pushed to a work list, at the push. The
  /// loop takes the address from the list.
  Pushed,
};

/// Whether deltas count iterations.
constexpr bool isIndirect(HintType Type) { return Type >= HintType::Indirect; }
/// Whether Hint::Level may be more than 1.
constexpr bool hasLevels(HintType Type) {
  return isIndirect(Type) && Type != HintType::Pushed;
}

/// Returns "nta", "t0", "t1", "t2", "w", "indirect", "inner", "outer", "next"
/// or "pushed".
llvm::StringRef hintTypeWord(HintType Type);
std::optional<HintType> hintTypeOf(llvm::StringRef Word);
/// Returns all words separated by commas, for messages.
std::string hintTypeWords();

/// A prefetch of the address of a memory operation's operand plus Delta,
/// directly before the operation.
struct Hint {
  HintType Type = HintType::NTA;
  /// Bytes. If isIndirect(): iterations of the loop before unrolling; 1 for
  /// the type Pushed.
  int64_t Delta = 0;
  /// If hasLevels(): how many levels of a[b[c[i]]] to prefetch, counted from
  /// the operation back to the load of its address. 1 to MaxHintLevel.
  unsigned Level = 1;
  /// If isIndirect(): the kind of prefetch, NTA to W.
  HintType Prefetch = HintType::T0;

  /// Returns the type, with the level if it is not 1, and the kind of prefetch
  /// if it is not T0: "indirect", "indirect2", "indirect2_nta".
  std::string word() const;
  /// Returns the word and the delta: "t0 +4096".
  std::string text() const;

  bool operator==(const Hint &R) const {
    return std::tie(Type, Delta, Level, Prefetch) ==
           std::tie(R.Type, R.Delta, R.Level, R.Prefetch);
  }
};
constexpr unsigned MaxHintLevel = 4;
/// The maximum Delta if isIndirect(): no cache keeps a line for longer. The
/// minimum is 1.
constexpr int64_t MaxIndirectDistance = 1 << 20;
/// Returns what is wrong with the delta of \p H, or "".
std::string mistakeOfDelta(const Hint &H);
/// Parses the result of Hint::word(). Delta is 0.
std::optional<Hint> hintOfWord(llvm::StringRef Word);

/// Returns the name of \p H in an LLVM profile, as the target of an indirect
/// call: "__prefetch_nta_0". \p Index is its position among the hints of an
/// operation, 0 to MaxHintIndex.
std::string hintName(const Hint &H, unsigned Index);
constexpr unsigned MaxHintIndex = 255;

struct HintName {
  Hint What; ///< Without Delta.
  unsigned Index;
};
/// The common prefix of the names of hints.
constexpr llvm::StringLiteral HintNamePrefix = "__prefetch";
/// Parses the name of a hint. None if \p Name is not one.
std::optional<HintName> parseHintName(llvm::StringRef Name);
/// Like parseHintName, for the hash of a name (the low 64 bits of its MD5).
std::optional<HintName> hintNameOfHash(uint64_t Hash);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINT_H
