//===- BinaryOperations.cpp - The memory operations of a binary -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/BinaryOperations.h"
#include "profdata/binary/CodeMap.h"
#include "profdata/binary/DebugFile.h"
#include "profdata/binary/InstructionDecoder.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/binary/operations/DebugKeys.h"
#include "profdata/binary/operations/StoredKeys.h"
#include "profdata/binary/operations/SymbolNames.h"
#include "udpc/keys.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

std::string udpc::addressText(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

namespace {

/// The starts of instructions in one range, as far as it has been decoded.
struct Boundaries {
  BitVector Begins;
  uint64_t Decoded = 0;
};

class ELFOperations : public BinaryOperations {
public:
  Error read(StringRef Path);

  std::string whyNoKeys() override;
  uint64_t keySectionSize() const override { return OwnKeys.size(); }
  uint64_t loadAddress() const override { return LoadAddress; }
  AddressLookup lookUp(uint64_t Address) override;
  Error forEach(function_ref<void(const BinaryOperation &)> Each,
                function_ref<void(double)> Progress) override;
  ArrayRef<FunctionSymbol> functions() const override {
    return Code.functions();
  }
  Error forEachInstruction(
      uint64_t Begin, uint64_t End,
      function_ref<void(const BinaryOperation &, bool)> Each) override;

private:
  const ELFObjectFileBase &file() const {
    return *cast<ELFObjectFileBase>(Binary.getBinary());
  }
  bool isBoundary(size_t Range, uint64_t Address);
  BinaryOperation describe(const DecodedInstruction &I, uint64_t Address);
  void setKey(BinaryOperation &Op, bool HasMemoryOperand, DebugPlace &Place);

  OwningBinary<ObjectFile> Binary;
  DebugFile Debug;
  std::unique_ptr<InstructionDecoder> Decoder;
  StoredKeys OwnKeys;
  /// Gives source places, and the keys of operations that the section does not
  /// cover.
  std::unique_ptr<DebugKeys> Keys;
  bool IsRewritten = false; ///< By BOLT, which does not update the section.
  CodeMap Code;
  uint64_t LoadAddress = 0;
  /// By range index. At most one bit for each byte of code.
  DenseMap<size_t, Boundaries> Known;
};

} // namespace

static bool hasSection(const ELFObjectFileBase &File, StringRef Name) {
  return any_of(File.sections(), [&](const SectionRef &S) {
    Expected<StringRef> Found = S.getName();
    if (Found)
      return *Found == Name && ELFSectionRef(S).getType() != ELF::SHT_NOBITS;
    consumeError(Found.takeError());
    return false;
  });
}

Error ELFOperations::read(StringRef Path) {
  // A device may be endless.
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return createStringError("no regular file");
  file_magic Magic;
  if (!identify_magic(Path, Magic)) {
    if (Magic == file_magic::archive)
      return createStringError("an archive; name the program or library that "
                               "it becomes a part of");
    if (Magic == file_magic::unknown)
      return createStringError("no ELF program or library (libtool keeps them "
                               "in .libs)");
  }
  if (Error E = ObjectFile::createObjectFile(Path).moveInto(Binary))
    return E;
  if (!isa<ELFObjectFileBase>(Binary.getBinary()))
    return createStringError("no ELF file");
  if (Error E = checkSections(file()))
    return E;
  if (Error E = loadAddressOf(file()).moveInto(LoadAddress))
    return E;
  if (Error E = InstructionDecoder::create(file()).moveInto(Decoder))
    return E;
  Debug = findDebugFile(file(), Path);
  const ELFObjectFileBase &DebugBinary = Debug.get() ? *Debug.get() : file();
  if (Error E = CodeMap::create(file(), DebugBinary).moveInto(Code))
    return E;
  const ELFObjectFileBase &KeyBinary =
      hasSection(file(), UDPC_KEYS_SECTION) ? file() : DebugBinary;
  IsRewritten = hasSection(file(), ".note.bolt_info") &&
                hasSection(KeyBinary, UDPC_KEYS_SECTION);
  if (!IsRewritten)
    if (Error E = StoredKeys::read(KeyBinary).moveInto(OwnKeys))
      return E;
  std::string Package = (Path + ".dwp").str();
  Keys = std::make_unique<DebugKeys>(DebugBinary,
                                     sys::fs::exists(Package) ? Package : "");
  return Error::success();
}

std::string ELFOperations::whyNoKeys() {
  if (!OwnKeys.empty())
    return "";
  if (IsRewritten)
    return "rewritten by BOLT, which does not move the keys along: name the "
           "program as it was linked";
  std::string Why = Keys->whyNone();
  if (!Why.empty() && !Debug.WhyNot.empty())
    return "its debug information is in another file, and " + Debug.WhyNot;
  return Why;
}

BinaryOperation ELFOperations::describe(const DecodedInstruction &I,
                                        uint64_t Address) {
  BinaryOperation Op;
  const MCInstrDesc &Desc = Decoder->descriptionOf(I.Code);
  Op.Address = Address;
  Op.Size = I.Size;
  Op.MayLoad = Desc.mayLoad();
  Op.MayStore = Desc.mayStore();
  Op.NotPrefetchable = Decoder->whyNotPrefetchable(I.Code);
  // x86 branch displacements are relative to the end of the instruction.
  bool IsX86 = Triple(file().makeTriple()).isX86();
  Op.Assembly = Decoder->assembly(I.Code, Address + (IsX86 ? I.Size : 0));
  DebugPlace Place = Keys->at(Address, Code.symbolsAt(Address));
  Op.Symbol = Place.Symbol.str();
  Op.File = std::move(Place.File);
  Op.Line = Place.Line;
  Op.IsOwnCode = Place.Depth == 1;
  Op.FunctionLine = Place.FunctionLine;
  setKey(Op, Decoder->kindOf(I.Code) == OperandKind::Memory, Place);
  return Op;
}

void ELFOperations::setKey(BinaryOperation &Op, bool HasMemoryOperand,
                           DebugPlace &Place) {
  if (!OwnKeys.covers(Op.Address, compilersName(Op.Symbol))) {
    Op.Key = std::move(Place.Key);
    return;
  }
  if (HasMemoryOperand)
    Op.Key = OwnKeys.at(Op.Address);
  if (!Op.FunctionLine)
    Op.FunctionLine = OwnKeys.startLine(Op.Address);
}

bool ELFOperations::isBoundary(size_t Range, uint64_t Address) {
  const CodeRange &R = Code.ranges()[Range];
  Boundaries &B = Known[Range];
  if (B.Begins.empty())
    B.Begins.resize(R.Bytes.size());
  for (uint64_t Wanted = Address - R.Begin; B.Decoded <= Wanted;) {
    B.Begins.set(B.Decoded);
    B.Decoded +=
        Decoder->decode(R.Bytes.drop_front(B.Decoded), R.Begin + B.Decoded)
            .Size;
  }
  return B.Begins[Address - R.Begin];
}

AddressLookup ELFOperations::lookUp(uint64_t Address) {
  AddressLookup Result;
  size_t Range = Code.rangeAt(Address);
  if (Range == Code.ranges().size())
    return Result;
  if (!isBoundary(Range, Address)) {
    Result.What = AddressLookup::InsideInstruction;
    return Result;
  }
  const CodeRange &R = Code.ranges()[Range];
  DecodedInstruction I =
      Decoder->decode(R.Bytes.drop_front(Address - R.Begin), Address);
  if (!I.IsValid)
    return Result;
  switch (Decoder->kindOf(I.Code)) {
  case OperandKind::Memory:
    Result.What = AddressLookup::Found;
    Result.Operation = describe(I, Address);
    return Result;
  case OperandKind::Prefetch:
    Result.What = AddressLookup::Prefetch;
    break;
  case OperandKind::None:
    Result.What = AddressLookup::NoMemoryOperand;
    break;
  }
  Result.Assembly = Decoder->assembly(I.Code, Address);
  return Result;
}

Error ELFOperations::forEach(function_ref<void(const BinaryOperation &)> Each,
                             function_ref<void(double)> Progress) {
  uint64_t Total = 0, Done = 0;
  for (const CodeRange &R : Code.ranges())
    Total += R.Bytes.size();
  for (const CodeRange &R : Code.ranges()) {
    for (uint64_t At = 0; At < R.Bytes.size();) {
      DecodedInstruction I =
          Decoder->decode(R.Bytes.drop_front(At), R.Begin + At);
      if (I.IsValid && Decoder->kindOf(I.Code) == OperandKind::Memory)
        Each(describe(I, R.Begin + At));
      At += I.Size;
    }
    if (Keys->isDamaged())
      return createStringError(Binary.getBinary()->getFileName() + ": " +
                               Keys->whyNone());
    Done += R.Bytes.size();
    Progress(double(Done) / Total);
  }
  return Error::success();
}

Error ELFOperations::forEachInstruction(
    uint64_t Begin, uint64_t End,
    function_ref<void(const BinaryOperation &, bool)> Each) {
  size_t Range = Code.rangeAt(Begin);
  if (Range == Code.ranges().size())
    return Error::success();
  const CodeRange &R = Code.ranges()[Range];
  for (uint64_t Address = Begin; Address < std::min(End, R.end());) {
    DecodedInstruction I =
        Decoder->decode(R.Bytes.drop_front(Address - R.Begin), Address);
    if (I.IsValid) {
      Each(describe(I, Address),
           Decoder->kindOf(I.Code) == OperandKind::Memory);
    } else {
      BinaryOperation Bad;
      Bad.Address = Address;
      Bad.Size = I.Size;
      Bad.Assembly = "(bad)";
      Each(Bad, false);
    }
    Address += I.Size;
  }
  if (Keys->isDamaged())
    return createStringError(Binary.getBinary()->getFileName() + ": " +
                             Keys->whyNone());
  return Error::success();
}

Expected<std::unique_ptr<BinaryOperations>>
BinaryOperations::open(StringRef File) {
  auto Result = std::make_unique<ELFOperations>();
  if (Error E = Result->read(File))
    return createStringError(File + ": " + toString(std::move(E)));
  return Result;
}
