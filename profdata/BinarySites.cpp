//===- BinarySites.cpp - The udpc instructions of a linked file -----------===//

#include "profdata/BinarySites.h"
#include "profdata/SiteTable.h"
#include "udpc/encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

/// The processors that have the instruction.
struct Processor {
  size_t Size;  ///< Of the instruction, in bytes.
  size_t Align; ///< Where instructions may begin.
  bool (*Decode)(const uint8_t *Code, uint8_t &Counter, uint8_t &Command);
  uint64_t RelativeRelocation;
};

struct Section {
  uint64_t Address;
  StringRef Name, Contents;
  bool IsText;
};

struct FunctionRange {
  uint64_t Begin, Size;
  StringRef Name;
};

class SitesReader {
public:
  explicit SitesReader(const ELFObjectFileBase &File) : File(File) {}
  Error read(BinarySites &Result);

private:
  Error readSections();
  void readFunctions();
  void readRelocations(uint64_t Relative);
  std::string symbolAt(uint64_t Address) const;
  /// The bytes of the loaded file from \p Address to the section's end.
  StringRef bytesAt(uint64_t Address) const;
  uint64_t pointerAt(uint64_t Address) const;
  Expected<const SiteTable *> tableOf(uint64_t Unit);
  Error readRecord(uint64_t At, const abi::InstructionRec &Rec);
  void findWithoutRecords();

  const ELFObjectFileBase &File;
  Processor CPU;
  std::vector<Section> Sections;
  std::vector<FunctionRange> Functions;
  std::map<uint64_t, uint64_t> Relocations;
  std::map<uint64_t, SiteTable> Tables; ///< By unit.
  std::map<uint64_t, BinarySite> Found;
  unsigned NumWrong = 0;
};

} // namespace

static std::optional<Processor> processorOf(const ObjectFile &File) {
  switch (File.getArch()) {
  case Triple::x86_64:
    return Processor{encoding::x86_64::Size, 1, encoding::x86_64::decode,
                     ELF::R_X86_64_RELATIVE};
  case Triple::riscv64:
    return Processor{encoding::riscv64::Size, 2, encoding::riscv64::decode,
                     ELF::R_RISCV_RELATIVE};
  default:
    return std::nullopt;
  }
}

Error SitesReader::readSections() {
  for (const SectionRef &S : File.sections()) {
    ELFSectionRef ES(S);
    if (!(ES.getFlags() & ELF::SHF_ALLOC) || ES.getType() == ELF::SHT_NOBITS)
      continue;
    Expected<StringRef> Name = S.getName();
    if (!Name)
      return Name.takeError();
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      return Contents.takeError();
    Sections.push_back({S.getAddress(), *Name, *Contents, S.isText()});
  }
  return Error::success();
}

void SitesReader::readFunctions() {
  for (const ELFSymbolRef S : File.symbols()) {
    Expected<StringRef> Name = S.getName();
    Expected<uint64_t> Address = S.getAddress();
    if (Name && Address && S.getELFType() == ELF::STT_FUNC && S.getSize())
      Functions.push_back({*Address, S.getSize(), *Name});
    if (!Name)
      consumeError(Name.takeError());
    if (!Address)
      consumeError(Address.takeError());
  }
  sort(Functions, [](const FunctionRange &A, const FunctionRange &B) {
    return std::tie(A.Begin, A.Name) < std::tie(B.Begin, B.Name);
  });
}

/// Position-independent files have pointers as relocations. LLVM's iterator
/// ends the process where a damaged file has a wrong section header.
void SitesReader::readRelocations(uint64_t Relative) {
  for (const SectionRef &S : File.dynamic_relocation_sections()) {
    Expected<StringRef> Contents = S.getContents();
    if (!Contents) {
      consumeError(Contents.takeError());
      continue;
    }
    if (ELFSectionRef(S).getType() != ELF::SHT_RELA)
      continue;
    constexpr size_t Size = sizeof(ELF64LE::Rela);
    for (; Contents->size() >= Size; *Contents = Contents->drop_front(Size)) {
      ELF64LE::Rela R;
      std::memcpy(&R, Contents->data(), Size);
      if (R.getType(/*isMips64EL=*/false) == Relative)
        Relocations[R.r_offset] = R.r_addend;
    }
  }
}

std::string SitesReader::symbolAt(uint64_t Address) const {
  auto It = partition_point(
      Functions, [&](const FunctionRange &F) { return F.Begin <= Address; });
  if (It == Functions.begin())
    return "";
  --It;
  return Address - It->Begin < It->Size ? demangle(It->Name) : "";
}

StringRef SitesReader::bytesAt(uint64_t Address) const {
  for (const Section &S : Sections)
    if (Address >= S.Address && Address - S.Address < S.Contents.size())
      return S.Contents.drop_front(Address - S.Address);
  return "";
}

uint64_t SitesReader::pointerAt(uint64_t Address) const {
  if (auto It = Relocations.find(Address); It != Relocations.end())
    return It->second;
  StringRef Bytes = bytesAt(Address);
  return Bytes.size() < 8 ? 0 : support::endian::read64le(Bytes.data());
}

Expected<const SiteTable *> SitesReader::tableOf(uint64_t Unit) {
  if (auto It = Tables.find(Unit); It != Tables.end())
    return &It->second;
  StringRef Bytes = bytesAt(Unit);
  if (Bytes.size() < sizeof(abi::Unit))
    return createStringError("a site's unit is not in the file");
  uint64_t Version = support::endian::read32le(Bytes.data());
  if (Version != abi::Version)
    return createStringError("a unit is of version " + Twine(Version) +
                             "; this udpc reads " + Twine(abi::Version));
  uint64_t Table = pointerAt(Unit + offsetof(abi::Unit, Table));
  uint64_t Size =
      support::endian::read64le(Bytes.data() + offsetof(abi::Unit, TableSize));
  StringRef TableBytes = bytesAt(Table);
  if (TableBytes.size() < Size)
    return createStringError("a unit's site table is not in the file");
  Expected<SiteTable> Decoded = SiteTable::decode(TableBytes.take_front(Size));
  if (!Decoded)
    return createStringError("a unit's site table: " +
                             toString(Decoded.takeError()));
  return &Tables.emplace(Unit, std::move(*Decoded)).first->second;
}

Error SitesReader::readRecord(uint64_t At, const abi::InstructionRec &Rec) {
  BinarySite S;
  S.Address = At + offsetof(abi::InstructionRec, Address) + Rec.Address;
  uint8_t Command;
  StringRef Code = bytesAt(S.Address);
  if (Code.size() < CPU.Size ||
      !CPU.Decode(Code.bytes_begin(), S.Counter, Command) ||
      S.Counter != Rec.Counter || Command != Rec.Command) {
    ++NumWrong;
    return Error::success();
  }
  Expected<const SiteTable *> Table =
      tableOf(At + offsetof(abi::InstructionRec, Unit) + Rec.Unit);
  if (!Table)
    return Table.takeError();
  if (Rec.Site >= (*Table)->sites().size())
    return createStringError("a record's site is out of range");
  const abi::SiteRec &Site = (*Table)->sites()[Rec.Site];
  S.Command = static_cast<abi::SiteCommand>(Command);
  S.KeepsFlags = Rec.Flags & abi::KeepFlags;
  S.Symbol = symbolAt(S.Address);
  S.IsKnown = true;
  S.Event = (*Table)->string((*Table)->events()[Site.Event].Name).str();
  S.Kind = static_cast<abi::SiteKind>(Site.Kind);
  S.File = (*Table)->string(Site.File).str();
  S.Line = Site.Line;
  S.Column = Site.Column;
  S.Function = demangle((*Table)->string(Site.Function));
  Found.emplace(S.Address, std::move(S));
  return Error::success();
}

/// By their bytes, of which a tag makes chance matches most unlikely on x86-64;
/// on riscv64 no compiler makes that instruction of its own.
void SitesReader::findWithoutRecords() {
  for (const Section &S : Sections) {
    if (!S.IsText)
      continue;
    for (uint64_t At = 0; At + CPU.Size <= S.Contents.size(); At += CPU.Align) {
      BinarySite Site;
      uint8_t Command;
      if (!CPU.Decode(S.Contents.bytes_begin() + At, Site.Counter, Command) ||
          Command > 1)
        continue;
      Site.Address = S.Address + At;
      Site.Command = static_cast<abi::SiteCommand>(Command);
      Site.Symbol = symbolAt(Site.Address);
      Found.emplace(Site.Address, std::move(Site));
    }
  }
}

Error SitesReader::read(BinarySites &Result) {
  std::optional<Processor> Known = processorOf(File);
  if (!Known)
    return createStringError(
        "a file for " + Triple::getArchTypeName(File.getArch()) +
        ", which has no udpc instruction; there are those of x86-64 and "
        "riscv64");
  CPU = *Known;
  if (File.isRelocatableObject())
    return createStringError("not linked; name the program or library that it "
                             "becomes a part of");
  if (Error E = readSections())
    return E;
  readFunctions();
  readRelocations(CPU.RelativeRelocation);

  for (const Section &S : Sections) {
    if (S.Name != UDPC_SITES_SECTION)
      continue;
    if (S.Contents.size() % sizeof(abi::InstructionRec))
      return createStringError(
          "the section " UDPC_SITES_SECTION " has a size of " +
          Twine(S.Contents.size()) + " bytes, which is no number of records");
    for (uint64_t At = 0; At != S.Contents.size();
         At += sizeof(abi::InstructionRec)) {
      abi::InstructionRec Rec;
      std::memcpy(&Rec, S.Contents.data() + At, sizeof(Rec));
      if (Error E = readRecord(S.Address + At, Rec))
        return E;
    }
  }
  size_t NumRecorded = Found.size();
  findWithoutRecords();
  if (Found.empty() && !NumWrong)
    return createStringError("no udpc instructions; compile with "
                             "-fudpc-lowering=instruction, or write lowering: "
                             "instruction in the spec");
  if (NumWrong)
    Result.Warnings.push_back(std::to_string(NumWrong) +
                              " records name places where no such instruction "
                              "is; something has changed the code");
  if (size_t N = Found.size() - NumRecorded)
    Result.Warnings.push_back(std::to_string(N) +
                              " udpc instructions have no record in the site "
                              "table (section " UDPC_SITES_SECTION
                              "): their events are not known");
  for (auto &[Address, Site] : Found)
    Result.Sites.push_back(std::move(Site));
  return Error::success();
}

Expected<BinarySites> BinarySites::read(StringRef Path) {
  auto InFile = [&](Error E) {
    return createStringError(Path + ": " + toString(std::move(E)));
  };
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary)
    return InFile(Binary.takeError());
  const auto *File = dyn_cast<ELFObjectFileBase>(Binary->getBinary());
  if (!File)
    return createStringError(Path + ": no ELF file");
  BinarySites Result;
  if (Error E = SitesReader(*File).read(Result))
    return InFile(std::move(E));
  return Result;
}
