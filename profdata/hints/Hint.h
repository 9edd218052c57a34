//===- Hint.h - Prefetch hints ----------------------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINT_H
#define UDPC_PROFDATA_HINTS_HINT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace udpc {

/// The kind of prefetch (Intel SDM, volume 2, PREFETCHh and PREFETCHW).
enum class HintType : uint8_t {
  NTA, ///< Used once: minimise cache pollution.
  T0,  ///< All levels.
  T1,  ///< From the second level on.
  T2,  ///< From the third level on.
  W,   ///< All levels, to be written.
  /// Of what the loop loads the address of, some iterations ahead. The compiler
  /// chooses the loop.
  Indirect,
  /// The same in the innermost loop for which there is an address, even if most
  /// of what is ahead of it is not used.
  Inner,
  /// The same in a loop around the innermost one.
  Outer,
  /// The same as Outer, and as far ahead the node that the chain of the inner
  /// loop has next.
  Next,
  /// Of what is pushed to a work list from which the loop takes the address,
  /// where it is pushed.
  Pushed,
};

/// Whether deltas are in iterations.
constexpr bool isIndirect(HintType Type) { return Type >= HintType::Indirect; }
/// Whether Hint::Level may be more than 1.
constexpr bool hasLevels(HintType Type) {
  return isIndirect(Type) && Type != HintType::Pushed;
}

/// "nta", "t0", "t1", "t2", "w", "indirect", "inner", "outer", "next",
/// "pushed".
llvm::StringRef hintTypeWord(HintType Type);
std::optional<HintType> hintTypeOf(llvm::StringRef Word);
/// All of them with commas, for messages.
std::string hintTypeWords();

/// A prefetch of the address of a memory operation's operand plus Delta, right
/// before the operation.
struct Hint {
  HintType Type = HintType::NTA;
  int64_t Delta = 0; ///< Bytes; if isIndirect(), iterations of the loop before
                     ///< it was unrolled, of type Pushed 1.
  /// If hasLevels(): how many levels of a[b[c[i]]] to prefetch, from the
  /// operation on back to what its address is loaded from. 1 to MaxHintLevel.
  unsigned Level = 1;
  /// If isIndirect(): the kind of prefetch, NTA to W.
  HintType Prefetch = HintType::T0;

  /// The type, with the level if that is not 1, and the kind of prefetch if
  /// that is not T0: "indirect", "indirect2", "indirect2_nta".
  std::string word() const;
  /// "t0 +4096".
  std::string text() const;

  bool operator==(const Hint &R) const {
    return std::tie(Type, Delta, Level, Prefetch) ==
           std::tie(R.Type, R.Delta, R.Level, R.Prefetch);
  }
};
constexpr unsigned MaxHintLevel = 4;
/// If isIndirect(), Delta is 1 to this: no cache keeps a line for longer.
constexpr int64_t MaxIndirectDistance = 1 << 20;
/// What is wrong with the delta of \p H; "": nothing.
std::string mistakeOfDelta(const Hint &H);
/// The reverse of Hint::word(); Delta is 0.
std::optional<Hint> hintOfWord(llvm::StringRef Word);

/// The name of \p H in an LLVM profile, as target of an indirect call:
/// "__prefetch_nta_0". \p Index is its place among the hints of one operation,
/// 0 to MaxHintIndex.
std::string hintName(const Hint &H, unsigned Index);
constexpr unsigned MaxHintIndex = 255;

struct HintName {
  Hint What; ///< Without Delta.
  unsigned Index;
};
/// The common prefix.
constexpr llvm::StringLiteral HintNamePrefix = "__prefetch";
/// None if \p Name is not that of a hint.
std::optional<HintName> parseHintName(llvm::StringRef Name);
/// The same for the hash of a name (the low 64 bits of its MD5).
std::optional<HintName> hintNameOfHash(uint64_t Hash);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINT_H
