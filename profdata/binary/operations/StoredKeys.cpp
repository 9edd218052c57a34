//===- StoredKeys.cpp - Keys from their section ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/StoredKeys.h"
#include "udpc/keys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace udpc {

/// Reads the parts of a section.
class StoredKeysReader {
public:
  StoredKeysReader(StoredKeys &Keys, StringRef Bytes, bool IsLittleEndian)
      : Keys(Keys), Data(Bytes, IsLittleEndian, 0), Size(Bytes.size()) {}

  Error read();

private:
  Error readPart(DataExtractor::Cursor &At, uint64_t End);
  void readGroup(DataExtractor::Cursor &At, uint64_t End);
  void readScopes(DataExtractor::Cursor &At, uint64_t End);

  Error wrong(const Twine &What) const {
    return createStringError("its section " UDPC_KEYS_SECTION " " + What);
  }

  StoredKeys &Keys;
  DataExtractor Data;
  uint64_t Size;
  /// State of the part that is being read.
  uint32_t FirstName = 0, FirstScope = 0;
  uint8_t AddressSize = 0, DistanceSize = 0;
  bool IsWrong = false;
};

} // namespace udpc

void StoredKeysReader::readScopes(DataExtractor::Cursor &At, uint64_t End) {
  uint64_t Number = Data.getULEB128(At);
  for (uint64_t I = 0; I != Number && At && At.tell() <= End && !IsWrong; ++I) {
    StoredKeys::Scope S;
    uint64_t Parent = Data.getULEB128(At), Name = Data.getULEB128(At);
    S.Line = Data.getULEB128(At);
    S.Discriminator = Data.getULEB128(At);
    IsWrong = Parent > I || Name >= Keys.Names.size() - FirstName;
    S.Parent = Parent ? FirstScope + Parent - 1 : StoredKeys::NoScope;
    S.Name = FirstName + Name;
    Keys.Scopes.push_back(S);
  }
}

void StoredKeysReader::readGroup(DataExtractor::Cursor &At, uint64_t End) {
  uint64_t Address = Data.getUnsigned(At, AddressSize);
  uint64_t Number = Data.getULEB128(At);
  uint64_t Begin = Address;
  int64_t Scope = 0, LineOffset = 0;
  // Linkers set the addresses of discarded code to 0.
  bool IsDiscarded = !Address;
  for (uint64_t I = 0; I != Number && At && At.tell() <= End && !IsWrong; ++I) {
    if (I)
      Address += DistanceSize ? Data.getUnsigned(At, DistanceSize)
                              : Data.getULEB128(At);
    Scope += Data.getSLEB128(At);
    LineOffset += Data.getSLEB128(At);
    uint64_t Discriminator = Data.getULEB128(At);
    IsWrong = Scope < 0 || uint64_t(Scope) >= Keys.Scopes.size() - FirstScope ||
              LineOffset < 0 || LineOffset > UINT16_MAX ||
              Discriminator > UINT32_MAX;
    if (IsDiscarded || IsWrong)
      continue;
    Keys.Operations.push_back({Address, uint32_t(FirstScope + Scope),
                               uint32_t(LineOffset), uint32_t(Discriminator)});
    const StoredKeys::Scope &Inner = Keys.Scopes[FirstScope + Scope];
    if (Inner.Parent == StoredKeys::NoScope)
      Keys.Functions.insert(Keys.Names[Inner.Name]);
  }
  if (!IsDiscarded && Number)
    Keys.Ranges.push_back({Begin, Address});
}

Error StoredKeysReader::readPart(DataExtractor::Cursor &At, uint64_t End) {
  uint16_t Version = Data.getU16(At);
  AddressSize = Data.getU8(At);
  DistanceSize = Data.getU8(At);
  if (!At || At.tell() > End)
    return wrong("is damaged");
  if (Version != abi::KeysVersion)
    return wrong("has version " + Twine(Version) + ", and this is for " +
                 Twine(abi::KeysVersion) + ": use the udpc that compiled it");
  if ((AddressSize != 4 && AddressSize != 8) ||
      (DistanceSize != 0 && DistanceSize != 4))
    return wrong("is damaged");
  FirstName = Keys.Names.size();
  FirstScope = Keys.Scopes.size();
  uint64_t NumNames = Data.getULEB128(At);
  for (uint64_t I = 0; I != NumNames && At && At.tell() <= End; ++I)
    Keys.Names.push_back(Data.getCStrRef(At).str());
  readScopes(At, End);
  while (At && At.tell() < End && !IsWrong)
    readGroup(At, End);
  if (!At || At.tell() != End || IsWrong)
    return wrong("is damaged");
  return Error::success();
}

Error StoredKeysReader::read() {
  DataExtractor::Cursor At(0);
  while (At.tell() < Size) {
    uint64_t Length = Data.getU32(At);
    uint64_t Begin = At.tell();
    // Linkers may align parts.
    if (At && !Length)
      continue;
    if (!At || Length > Size - Begin) {
      consumeError(At.takeError());
      return wrong("is damaged");
    }
    Error E = readPart(At, Begin + Length);
    bool IsShort = errorToBool(At.takeError());
    if (E)
      return E;
    if (IsShort)
      return wrong("is damaged");
    At = DataExtractor::Cursor(Begin + Length);
  }
  consumeError(At.takeError());
  return Error::success();
}

Expected<StoredKeys> StoredKeys::parse(StringRef Contents,
                                       bool IsLittleEndian) {
  StoredKeys Keys;
  if (Error E = StoredKeysReader(Keys, Contents, IsLittleEndian).read())
    return std::move(E);
  // If several objects have the same code, the first is linked.
  sort(Keys.Operations, [](const Operation &A, const Operation &B) {
    return std::tie(A.Address, A.Scope) < std::tie(B.Address, B.Scope);
  });
  Keys.Operations.erase(unique(Keys.Operations,
                               [](const Operation &A, const Operation &B) {
                                 return A.Address == B.Address;
                               }),
                        Keys.Operations.end());
  sort(Keys.Ranges, [](const Range &A, const Range &B) {
    return std::tie(A.Begin, A.Last) < std::tie(B.Begin, B.Last);
  });
  return Keys;
}

Expected<StoredKeys> StoredKeys::read(const ELFObjectFileBase &File) {
  for (const ELFSectionRef S : File.sections()) {
    Expected<StringRef> Name = S.getName();
    if (!Name)
      return Name.takeError();
    if (*Name != UDPC_KEYS_SECTION || S.getType() == ELF::SHT_NOBITS)
      continue;
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      return Contents.takeError();
    uint64_t Size = Contents->size();
    SmallVector<uint8_t, 0> Whole;
    if (S.isCompressed()) {
      auto Packed =
          Decompressor::create(*Name, *Contents, File.isLittleEndian(),
                               File.getBytesInAddress() == 8);
      if (!Packed)
        return Packed.takeError();
      if (Error E = Packed->resizeAndDecompress(Whole))
        return std::move(E);
      Contents = toStringRef(Whole);
    }
    Expected<StoredKeys> Keys = parse(*Contents, File.isLittleEndian());
    if (Keys)
      Keys->Size = Size;
    return Keys;
  }
  return StoredKeys();
}

const StoredKeys::Operation *StoredKeys::findNearest(uint64_t Address) const {
  auto It = partition_point(
      Operations, [&](const Operation &Op) { return Op.Address <= Address; });
  return It == Operations.begin() ? nullptr : &*std::prev(It);
}

std::optional<MemoryOperationKey> StoredKeys::at(uint64_t Address) const {
  const Operation *Op = findNearest(Address);
  if (!Op || Op->Address != Address)
    return std::nullopt;
  MemoryOperationKey Key;
  uint32_t LineOffset = Op->LineOffset, Discriminator = Op->Discriminator;
  for (uint32_t I = Op->Scope; I != NoScope; I = Scopes[I].Parent) {
    Key.Frames.push_back({Names[Scopes[I].Name], LineOffset, Discriminator});
    LineOffset = Scopes[I].Line;
    Discriminator = Scopes[I].Discriminator;
  }
  std::reverse(Key.Frames.begin(), Key.Frames.end());
  return Key;
}

bool StoredKeys::covers(uint64_t Address, StringRef Function) const {
  if (Functions.contains(Function))
    return true;
  auto It = partition_point(Ranges,
                            [&](const Range &R) { return R.Begin <= Address; });
  return It != Ranges.begin() && Address <= std::prev(It)->Last;
}

unsigned StoredKeys::startLine(uint64_t Address) const {
  const Operation *Op = findNearest(Address);
  if (!Op)
    return 0;
  uint32_t I = Op->Scope;
  while (Scopes[I].Parent != NoScope)
    I = Scopes[I].Parent;
  return Scopes[I].Line;
}
