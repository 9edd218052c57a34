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
  /// Of what the loop loads the address of, some iterations ahead, as T0. The
  /// compiler chooses the loop.
  Indirect,
  /// The same in the innermost loop for which there is an address, even if most
  /// of what is ahead of it is not used.
  Inner,
  /// The same in a loop around the innermost one.
  Outer,
};

/// Whether deltas are in iterations.
constexpr bool isIndirect(HintType Type) { return Type >= HintType::Indirect; }

/// "nta", "t0", "t1", "t2", "w", "indirect", "inner", "outer".
llvm::StringRef hintTypeWord(HintType Type);
std::optional<HintType> hintTypeOf(llvm::StringRef Word);
/// All of them with commas, for messages.
std::string hintTypeWords();

/// A prefetch of the address of a memory operation's operand plus Delta, right
/// before the operation.
struct Hint {
  HintType Type = HintType::NTA;
  int64_t Delta = 0; ///< Bytes; if isIndirect(), iterations of the loop before
                     ///< it was unrolled.

  bool operator==(const Hint &R) const {
    return std::tie(Type, Delta) == std::tie(R.Type, R.Delta);
  }
};

/// The name of a hint in an LLVM profile, as target of an indirect call:
/// "__prefetch_nta_0". \p Index is its place among the hints of one operation,
/// 0 to MaxHintIndex.
std::string hintName(HintType Type, unsigned Index);
constexpr unsigned MaxHintIndex = 255;

struct HintName {
  HintType Type;
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
