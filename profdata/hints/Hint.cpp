//===- Hint.cpp - Prefetch hints ------------------------------------------===//

#include "profdata/hints/Hint.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral Words[] = {
    "nta", "t0", "t1", "t2", "w", "indirect", "inner", "outer", "next"};

StringRef udpc::hintTypeWord(HintType Type) {
  return Words[static_cast<size_t>(Type)];
}

std::optional<HintType> udpc::hintTypeOf(StringRef Word) {
  const auto *It = find(Words, Word);
  if (It == std::end(Words))
    return std::nullopt;
  return static_cast<HintType>(It - Words);
}

std::string udpc::hintTypeWords() { return join(ArrayRef(Words), ", "); }

std::string Hint::word() const {
  return hintTypeWord(Type).str() + (Level == 1 ? "" : utostr(Level));
}

std::string Hint::text() const {
  return word() + (Delta < 0 ? " " : " +") + itostr(Delta);
}

std::string udpc::mistakeOfDelta(const Hint &H) {
  if (!isIndirect(H.Type) || (H.Delta >= 1 && H.Delta <= MaxIndirectDistance))
    return "";
  return ("a prefetch of type " + hintTypeWord(H.Type) +
          " is 1 to " + Twine(MaxIndirectDistance) + " iterations ahead, not " +
          Twine(H.Delta))
      .str();
}

std::optional<Hint> udpc::hintOfWord(StringRef Word) {
  if (Word.empty())
    return std::nullopt;
  if (std::optional<HintType> Type = hintTypeOf(Word))
    return Hint{*Type};
  std::optional<HintType> Type = hintTypeOf(Word.drop_back());
  unsigned Level;
  if (!Type || !isIndirect(*Type) || Word.take_back().getAsInteger(10, Level) ||
      Level < 2 || Level > MaxHintLevel)
    return std::nullopt;
  return Hint{*Type, 0, Level};
}

std::string udpc::hintName(const Hint &H, unsigned Index) {
  assert(Index <= MaxHintIndex);
  return (HintNamePrefix + "_" + H.word() + "_" + Twine(Index)).str();
}

std::optional<HintName> udpc::parseHintName(StringRef Name) {
  if (!Name.consume_front(HintNamePrefix) || !Name.consume_front("_"))
    return std::nullopt;
  auto [Word, Number] = Name.split('_');
  std::optional<Hint> What = hintOfWord(Word);
  unsigned Index;
  if (!What || Number.getAsInteger(10, Index) || Index > MaxHintIndex)
    return std::nullopt;
  return HintName{*What, Index};
}

std::optional<HintName> udpc::hintNameOfHash(uint64_t Hash) {
  // There are few enough names to try them all.
  static const auto Known = [] {
    DenseMap<uint64_t, HintName> Names;
    for (size_t I = 0; I != std::size(Words); ++I) {
      auto Type = static_cast<HintType>(I);
      for (unsigned Level = 1; Level <= (isIndirect(Type) ? MaxHintLevel : 1);
           ++Level)
        for (unsigned Index = 0; Index <= MaxHintIndex; ++Index) {
          HintName Name{{Type, 0, Level}, Index};
          Names[MD5Hash(hintName(Name.What, Index))] = Name;
        }
    }
    return Names;
  }();
  auto It = Known.find(Hash);
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}
