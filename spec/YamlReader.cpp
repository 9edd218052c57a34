//===- YamlReader.cpp - Reads YAML with precise errors --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/YamlReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

YamlReader::YamlReader(MemoryBufferRef Buffer)
    : Buffer(Buffer), Stream(Buffer.getBuffer(), SM, /*ShowColors=*/false) {
  SM.setDiagHandler(
      [](const SMDiagnostic &D, void *Self) {
        static_cast<YamlReader *>(Self)->addError(
            D.getLineNo(), D.getColumnNo() + 1, D.getMessage());
      },
      this);
}

bool YamlReader::check() {
  auto Report = [this](unsigned Line, unsigned Column, const Twine &Message) {
    addError(Line, Column, Message);
  };
  StringRef Text = Buffer.getBuffer();
  return checkYamlText(Text, Report) && checkYamlStructure(Text, Report);
}

std::string YamlReader::errorText() const {
  constexpr size_t MaxErrors = 20;
  ArrayRef<std::string> Shown(Errors);
  if (Shown.size() <= MaxErrors + 1)
    return join(Shown, "\n");
  return join(Shown.take_front(MaxErrors), "\n") + "\n" +
         (Buffer.getBufferIdentifier() + ": and " +
          Twine(Shown.size() - MaxErrors) + " more mistakes")
             .str();
}

void YamlReader::addError(unsigned Line, unsigned Column,
                          const Twine &Message) {
  Errors.push_back((Buffer.getBufferIdentifier() + ":" + Twine(Line) + ":" +
                    Twine(Column) + ": " + Message)
                       .str());
}

void YamlReader::addError(const yaml::Node &N, const Twine &Message) {
  // After a syntax error nodes have no location.
  if (Stream.failed())
    return;
  auto [Line, Column] = SM.getLineAndColumn(N.getSourceRange().Start);
  addError(Line, Column, Message);
}

std::optional<std::string> YamlReader::scalar(yaml::Node &N,
                                              const Twine &Expected) {
  SmallString<64> Storage;
  StringRef Value;
  if (auto *S = dyn_cast<yaml::ScalarNode>(&N))
    Value = S->getValue(Storage);
  else if (auto *B = dyn_cast<yaml::BlockScalarNode>(&N))
    Value = B->getValue().trim();
  // The parser has already reported an unknown escape.
  if (Stream.failed())
    return std::nullopt;
  if (std::string Mistake = characterMistake(Value); !Mistake.empty()) {
    addError(N, "the text has " + Mistake);
    return std::nullopt;
  }
  if (Value.size() > MaxTextLength) {
    addError(N, "'" + shortened(Value) + "' has " + Twine(Value.size()) +
                    " characters; at most " + Twine(MaxTextLength) +
                    " are allowed");
    return std::nullopt;
  }
  if (!Value.empty())
    return Value.str();
  bool MayBeGlob = isa<yaml::SequenceNode, yaml::MappingNode>(N) &&
                   StringRef(Expected.str()).contains("glob");
  addError(N, "expected " + Expected +
                  (MayBeGlob
                       ? "; put a glob that begins with [ or { between quotes"
                       : ""));
  return std::nullopt;
}

std::optional<uint64_t> YamlReader::number(yaml::Node &N, uint64_t Max,
                                           const Twine &Expected) {
  std::optional<std::string> Text = scalar(N, Expected);
  if (!Text)
    return std::nullopt;
  uint64_t Value;
  if (!StringRef(*Text).getAsInteger(10, Value) && Value <= Max)
    return Value;
  addError(N, "'" + shortened(*Text) + "' is not " + Expected);
  return std::nullopt;
}

/// Returns the name in \p Known that means what \p Name does elsewhere, or is
/// nearest to it; "" if there is none.
static StringRef nearest(StringRef Name, ArrayRef<StringRef> Known) {
  StringRef Meant = StringSwitch<StringRef>(Name)
                        .Cases({"function", "func", "method"}, "entry")
                        .Case("name", "event")
                        .Default("");
  if (is_contained(Known, Meant))
    return Meant;
  StringRef Best;
  unsigned BestDistance = std::max<size_t>(2, Name.size() / 3) + 1;
  for (StringRef K : Known) {
    unsigned D = Name.edit_distance_insensitive(K);
    if (D < BestDistance) {
      BestDistance = D;
      Best = K;
    }
  }
  return Best;
}

void YamlReader::unknownKey(yaml::Node &Key, StringRef Name,
                            ArrayRef<StringRef> Known) {
  std::string Message = "unknown key '" + shortened(Name) + "'";
  if (StringRef Near = nearest(Name, Known); !Near.empty())
    Message += ("; did you mean '" + Near + "'?").str();
  else
    Message += "; expected one of: " + join(Known, ", ");
  addError(Key, Message);
}

bool YamlReader::forEachKey(
    yaml::MappingNode &Map, ArrayRef<StringRef> Known,
    function_ref<bool(StringRef, yaml::Node &, yaml::Node &)> Take) {
  StringSet<> Seen;
  bool AllNamed = true;
  for (yaml::KeyValueNode &KV : Map) {
    yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
    if (!Key || !Value)
      break;
    std::optional<std::string> Name = scalar(*Key, "a key");
    if (!Name)
      AllNamed = false;
    else if (!Seen.insert(*Name).second)
      addError(*Key, "key '" + shortened(*Name) + "' is given twice");
    else if (!Take(*Name, *Key, *Value))
      unknownKey(*Key, *Name, Known);
    Value->skip();
  }
  return AllNamed;
}
