//===- Hint.cpp - Prefetch hints ------------------------------------------===//

#include "profdata/hints/Hint.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral Words[] = {"nta", "t0",       "t1",    "t2",
                                          "w",   "indirect", "inner", "outer"};

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

std::string udpc::hintName(HintType Type, unsigned Index) {
  assert(Index <= MaxHintIndex);
  return (HintNamePrefix + "_" + hintTypeWord(Type) + "_" + Twine(Index)).str();
}

std::optional<HintName> udpc::parseHintName(StringRef Name) {
  if (!Name.consume_front(HintNamePrefix) || !Name.consume_front("_"))
    return std::nullopt;
  auto [Word, Number] = Name.split('_');
  std::optional<HintType> Type = hintTypeOf(Word);
  unsigned Index;
  if (!Type || Number.getAsInteger(10, Index) || Index > MaxHintIndex)
    return std::nullopt;
  return HintName{*Type, Index};
}

std::optional<HintName> udpc::hintNameOfHash(uint64_t Hash) {
  // There are few enough names to try them all.
  static const auto Known = [] {
    DenseMap<uint64_t, HintName> Names;
    for (size_t Type = 0; Type != std::size(Words); ++Type)
      for (unsigned Index = 0; Index <= MaxHintIndex; ++Index) {
        HintName Name{static_cast<HintType>(Type), Index};
        Names[MD5Hash(hintName(Name.Type, Index))] = Name;
      }
    return Names;
  }();
  auto It = Known.find(Hash);
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}
