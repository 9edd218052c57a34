//===- Hint.cpp - Prefetch hints ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/Hint.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral Words[] = {"nta",  "t0",       "t1",    "t2",
                                          "w",    "indirect", "inner", "outer",
                                          "next", "pushed"};

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
  std::string Text = hintTypeWord(Type).str();
  if (Level != 1)
    Text += utostr(Level);
  if (isIndirect(Type) && Prefetch != HintType::T0)
    Text += ("_" + hintTypeWord(Prefetch)).str();
  return Text;
}

std::string Hint::text() const {
  return word() + (Delta < 0 ? " " : " +") + itostr(Delta);
}

std::string udpc::mistakeOfDelta(const Hint &H) {
  if (!isIndirect(H.Type) || (H.Delta >= 1 && H.Delta <= MaxIndirectDistance))
    return "";
  return ("a prefetch of type " + hintTypeWord(H.Type) + " is 1 to " +
          Twine(MaxIndirectDistance) + " iterations ahead, not " +
          Twine(H.Delta))
      .str();
}

std::optional<Hint> udpc::hintOfWord(StringRef Word) {
  if (Word.empty())
    return std::nullopt;
  if (std::optional<HintType> Type = hintTypeOf(Word))
    return Hint{*Type};
  Hint H;
  auto [Place, Prefetch] = Word.split('_');
  if (Place.size() != Word.size()) {
    std::optional<HintType> Type = hintTypeOf(Prefetch);
    if (!Type || isIndirect(*Type))
      return std::nullopt;
    H.Prefetch = *Type;
  }
  if (!Place.empty() && isDigit(Place.back())) {
    H.Level = Place.back() - '0';
    if (H.Level < 2 || H.Level > MaxHintLevel)
      return std::nullopt;
    Place = Place.drop_back();
  }
  std::optional<HintType> Type = hintTypeOf(Place);
  if (!Type || !isIndirect(*Type) || (H.Level > 1 && !hasLevels(*Type)))
    return std::nullopt;
  H.Type = *Type;
  return H;
}

std::string udpc::hintName(const Hint &H, unsigned Index) {
  assert(Index <= MaxHintIndex);
  return (HintNamePrefix + "_" + H.word() + "_" + Twine(Index)).str();
}

std::optional<HintName> udpc::parseHintName(StringRef Name) {
  if (!Name.consume_front(HintNamePrefix) || !Name.consume_front("_"))
    return std::nullopt;
  auto [Word, Number] = Name.rsplit('_');
  std::optional<Hint> What = hintOfWord(Word);
  unsigned Index;
  if (!What || Number.getAsInteger(10, Index) || Index > MaxHintIndex)
    return std::nullopt;
  return HintName{*What, Index};
}

std::optional<HintName> udpc::hintNameOfHash(uint64_t Hash) {
  // There are few names, so all are tried.
  static const auto Known = [] {
    DenseMap<uint64_t, HintName> Names;
    auto Add = [&](const Hint &What) {
      for (unsigned Index = 0; Index <= MaxHintIndex; ++Index)
        Names[MD5Hash(hintName(What, Index))] = {What, Index};
    };
    for (size_t I = 0; I != std::size(Words); ++I) {
      auto Type = static_cast<HintType>(I);
      if (!isIndirect(Type)) {
        Add({Type});
        continue;
      }
      for (unsigned Level = 1; Level <= (hasLevels(Type) ? MaxHintLevel : 1);
           ++Level)
        for (size_t P = 0; P != size_t(HintType::Indirect); ++P)
          Add({Type, 0, Level, static_cast<HintType>(P)});
    }
    return Names;
  }();
  auto It = Known.find(Hash);
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}
