//===- YamlReader.cpp - YAML with a message for each mistake --------------===//

#include "passes/spec/YamlReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

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

void YamlReader::addError(unsigned Line, unsigned Column,
                          const Twine &Message) {
  Errors.push_back((Buffer.getBufferIdentifier() + ":" + Twine(Line) + ":" +
                    Twine(Column) + ": " + Message)
                       .str());
}

void YamlReader::addError(const yaml::Node &N, const Twine &Message) {
  auto [Line, Column] = SM.getLineAndColumn(N.getSourceRange().Start);
  addError(Line, Column, Message);
}

std::optional<std::string> YamlReader::scalar(yaml::Node &N,
                                              const Twine &Expected) {
  SmallString<64> Storage;
  if (auto *S = dyn_cast<yaml::ScalarNode>(&N)) {
    std::string Value = S->getValue(Storage).str();
    if (!Value.empty())
      return Value;
  } else if (auto *B = dyn_cast<yaml::BlockScalarNode>(&N)) {
    return B->getValue().trim().str();
  }
  addError(N, "expected " + Expected);
  return std::nullopt;
}

std::optional<unsigned> YamlReader::number(yaml::Node &N, unsigned Max,
                                           const Twine &Expected) {
  std::optional<std::string> Text = scalar(N, Expected);
  if (!Text)
    return std::nullopt;
  unsigned Value;
  if (!StringRef(*Text).getAsInteger(10, Value) && Value <= Max)
    return Value;
  addError(N, "'" + *Text + "' is not " + Expected);
  return std::nullopt;
}

/// The name of \p Known nearest to \p Name, or "" if none is near.
static StringRef nearest(StringRef Name, ArrayRef<StringRef> Known) {
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
  std::string Message = ("unknown key '" + Name + "'").str();
  if (StringRef Near = nearest(Name, Known); !Near.empty())
    Message += ("; did you mean '" + Near + "'?").str();
  else
    Message += "; expected one of: " + join(Known, ", ");
  addError(Key, Message);
}

bool YamlReader::forEachKey(
    yaml::MappingNode &Map, ArrayRef<StringRef> Known,
    function_ref<bool(StringRef, yaml::Node &, yaml::Node &)> Take) {
  for (yaml::KeyValueNode &KV : Map) {
    yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
    if (!Key || !Value)
      break;
    std::optional<std::string> Name = scalar(*Key, "a key");
    if (!Name)
      return false;
    if (!Take(*Name, *Key, *Value))
      unknownKey(*Key, *Name, Known);
    Value->skip();
  }
  return true;
}
