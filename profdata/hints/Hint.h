//===- Hint.h - What to prefetch, and how ----------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINT_H
#define UDPC_PROFDATA_HINTS_HINT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace udpc {

/// Into which level a line is fetched, and what for (Intel SDM, volume 2,
/// PREFETCHh and PREFETCHW).
enum class HintType : uint8_t {
  NTA, ///< Used once: as near as it can be kept out of the way.
  T0,  ///< All levels.
  T1,  ///< From the second level on.
  T2,  ///< From the third level on.
  W,   ///< All levels, to be written.
};

/// "nta", "t0", "t1", "t2", "w".
llvm::StringRef hintTypeWord(HintType Type);
std::optional<HintType> hintTypeOf(llvm::StringRef Word);
/// "nta, t0, t1, t2, w", for messages.
std::string hintTypeWords();

/// A prefetch of the address of a memory operation's operand plus Delta, right
/// before the operation.
struct Hint {
  HintType Type = HintType::NTA;
  int64_t Delta = 0; ///< Bytes.

  bool operator==(const Hint &R) const {
    return std::tie(Type, Delta) == std::tie(R.Type, R.Delta);
  }
};

/// The name by which a profile in LLVM's form holds a hint, as target of an
/// indirect call: "__prefetch_nta_0". \p Index is its place among the hints of
/// one operation, 0 to MaxHintIndex.
std::string hintName(HintType Type, unsigned Index);
constexpr unsigned MaxHintIndex = 255;

struct HintName {
  HintType Type;
  unsigned Index;
};
/// All begin so.
constexpr llvm::StringLiteral HintNamePrefix = "__prefetch";
/// Nothing if \p Name is none of a hint.
std::optional<HintName> parseHintName(llvm::StringRef Name);
/// The same for a name of which a profile has only the hash (MD5, its low 64
/// bits).
std::optional<HintName> hintNameOfHash(uint64_t Hash);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINT_H
