//===- PprofFile.cpp - Writes pprof's profile.proto -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/Gzip.h"
#include "profdata/stacks/Protobuf.h"
#include "profdata/stacks/StackFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

/// The numbers of the fields in profile.proto.
namespace field {
enum Profile {
  SampleType = 1,
  Sample = 2,
  Mapping = 3,
  Location = 4,
  Function = 5,
  StringTable = 6,
  TimeNanos = 9,
  DurationNanos = 10,
  Comment = 13,
  DefaultSampleType = 14
};
namespace valueType {
enum { Type = 1, Unit = 2 };
}
namespace sample {
enum { LocationId = 1, Value = 2, Label = 3 };
}
namespace label {
enum { Key = 1, Str = 2 };
}
namespace mapping {
enum {
  Id = 1,
  MemoryStart = 2,
  MemoryLimit = 3,
  FileOffset = 4,
  Filename = 5,
  BuildId = 6,
  HasFunctions = 7,
  HasFilenames = 8,
  HasLineNumbers = 9,
  HasInlineFrames = 10
};
}
namespace location {
enum { Id = 1, MappingId = 2, Address = 3, Line = 4 };
}
namespace line {
enum { FunctionId = 1, Line = 2 };
}
namespace function {
enum { Id = 1, Name = 2, SystemName = 3, Filename = 4, StartLine = 5 };
}
} // namespace field

/// Strings of the profile by number. The first is "".
class StringTable {
public:
  uint64_t operator()(StringRef Text) {
    auto [It, New] = Numbers.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(It->first());
    return It->second;
  }
  ArrayRef<StringRef> texts() const { return Texts; }

private:
  StringMap<uint64_t> Numbers = {{"", 0}};
  std::vector<StringRef> Texts = {""};
};

/// Builds the message. IDs are the numbers in the StackProfile plus one, since
/// 0 means none.
class PprofMessage {
public:
  explicit PprofMessage(const StackProfile &Profile) : Profile(Profile) {}
  StringRef build();

private:
  void addTypes();
  void addSamples();
  void addModules();
  void addPlaces();
  void addFunctions();

  const StackProfile &Profile;
  StringTable Strings;
  ProtobufMessage Out;
};

} // namespace

void PprofMessage::addTypes() {
  for (const StackProfile::ValueType &T : Profile.Types) {
    ProtobufMessage Type;
    Type.add(field::valueType::Type, Strings(T.Name));
    Type.add(field::valueType::Unit, Strings(T.Unit));
    Out.add(field::SampleType, Type);
  }
}

void PprofMessage::addSamples() {
  for (const auto &[Stack, Values] : Profile.samples()) {
    std::vector<uint64_t> Ids;
    for (uint32_t Place : Stack.Places)
      Ids.push_back(uint64_t(Place) + 1);
    ProtobufMessage Sample;
    Sample.add(field::sample::LocationId, ArrayRef(Ids));
    Sample.add(field::sample::Value, ArrayRef(Values));
    for (const StackLabel &L : Stack.Labels) {
      ProtobufMessage Label;
      Label.add(field::label::Key, Strings(L.Key));
      Label.add(field::label::Str, Strings(L.Text));
      Sample.add(field::sample::Label, Label);
    }
    Out.add(field::Sample, Sample);
  }
}

void PprofMessage::addModules() {
  for (const auto &[I, M] : enumerate(Profile.modules())) {
    ProtobufMessage Mapping;
    Mapping.add(field::mapping::Id, I + 1);
    Mapping.add(field::mapping::MemoryStart, M.Start);
    Mapping.add(field::mapping::MemoryLimit, M.Limit);
    Mapping.add(field::mapping::FileOffset, M.FileOffset);
    Mapping.add(field::mapping::Filename, Strings(M.Path));
    Mapping.add(field::mapping::BuildId, Strings(M.BuildId));
    // With these flags pprof does not search binaries for the data.
    for (unsigned Has :
         {field::mapping::HasFunctions, field::mapping::HasFilenames,
          field::mapping::HasLineNumbers, field::mapping::HasInlineFrames})
      Mapping.add(Has, uint64_t(true));
    Out.add(field::Mapping, Mapping);
  }
}

void PprofMessage::addPlaces() {
  for (const auto &[I, P] : enumerate(Profile.places())) {
    ProtobufMessage Location;
    Location.add(field::location::Id, I + 1);
    if (P.Module != UINT32_MAX)
      Location.add(field::location::MappingId, uint64_t(P.Module) + 1);
    Location.add(field::location::Address, P.Address);
    for (const StackLine &L : P.Lines) {
      ProtobufMessage Line;
      Line.add(field::line::FunctionId, uint64_t(L.Function) + 1);
      Line.add(field::line::Line, uint64_t(L.Line));
      Location.add(field::location::Line, Line);
    }
    Out.add(field::Location, Location);
  }
}

void PprofMessage::addFunctions() {
  for (const auto &[I, F] : enumerate(Profile.functions())) {
    ProtobufMessage Function;
    Function.add(field::function::Id, I + 1);
    Function.add(field::function::Name, Strings(F.Name));
    Function.add(field::function::SystemName, Strings(F.LinkageName));
    Function.add(field::function::Filename, Strings(F.File));
    Function.add(field::function::StartLine, uint64_t(F.Line));
    Out.add(field::Function, Function);
  }
}

StringRef PprofMessage::build() {
  addTypes();
  addSamples();
  addModules();
  addPlaces();
  addFunctions();
  uint64_t Comment = Strings(Profile.Command);
  // Without a default, pprof would show the last type.
  uint64_t Default =
      Profile.Types.empty() ? 0 : Strings(Profile.Types.front().Name);
  // Strings of protocol buffers are UTF-8, but names may be in any encoding.
  for (StringRef Text : Strings.texts())
    Out.add(field::StringTable, StringRef(json::fixUTF8(Text)));
  Out.add(field::TimeNanos, Profile.StartNanoseconds);
  Out.add(field::DurationNanos, Profile.Nanoseconds);
  if (Comment)
    Out.add(field::Comment, ArrayRef(Comment));
  Out.add(field::DefaultSampleType, Default);
  return Out.bytes();
}

void udpc::writePprof(const StackProfile &Profile, raw_ostream &OS) {
  PprofMessage Message(Profile);
  SmallVector<uint8_t, 0> Bytes = gzip(Message.build());
  OS << toStringRef(Bytes);
}
