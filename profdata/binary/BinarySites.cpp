//===- BinarySites.cpp - The udpc instructions of a linked file -----------===//
//
// The file may be damaged or hostile (FunctionSymbols.h). Overlapping sections
// and site tables are refused: each byte is then read a fixed number of times,
// which keeps time and memory proportional to the size of the file and of the
// result.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/binary/BinarySites.h"
#include "profdata/binary/FunctionSymbols.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/binary/processor/Processor.h"
#include "profdata/support/WholeFile.h"
#include "profdata/tables/SiteTable.h"
#include "profdata/tables/SlotSums.h"
#include "udpc/encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

struct Section {
  uint64_t Address;
  StringRef Name, Contents;
  bool IsText;
};

struct UnitTable {
  SiteTable Table;
  /// Indexed by slot, less the number of sites.
  std::vector<std::vector<uint32_t>> SitesOfMerged;

  /// Returns the sites that an instruction with \p Slot counts.
  ArrayRef<uint32_t> sitesOf(const uint32_t &Slot) const {
    size_t NumSites = Table.sites().size();
    if (Slot < NumSites)
      return Slot;
    size_t I = Slot - NumSites;
    if (I >= SitesOfMerged.size())
      return {};
    return SitesOfMerged[I];
  }
};

class SitesReader {
public:
  explicit SitesReader(const ELFFile<ELF64LE> &File) : File(File) {}
  Error read(BinarySites &Result);

private:
  using Header = ELF64LE::Shdr;

  Error readSections();
  Error readSection(const Header &S, StringRef Names);
  StringRef symbolAt(uint64_t Address);
  /// Returns the section's bytes from \p Address to its end.
  StringRef bytesAt(uint64_t Address) const;
  uint64_t pointerAt(uint64_t Address) const;
  Expected<const UnitTable *> tableOf(uint64_t Unit);
  Error readRecord(uint64_t At, const abi::InstructionRec &Rec);
  void findWithoutRecords();

  const ELFFile<ELF64LE> &File;
  InstructionEncoding CPU;
  std::vector<Section> Sections; ///< Sorted by address; not empty.
  FunctionSymbols Functions;
  std::map<const FunctionSymbol *, std::string> Demangled;
  std::map<uint64_t, uint64_t> Relocations;
  std::map<uint64_t, UnitTable> Tables; ///< By unit.
  uint64_t SectionsSize = 0, TablesSize = 0;
  /// The sites of each instruction, by address.
  std::map<uint64_t, SmallVector<BinarySite, 1>> Found;
  unsigned NumWrong = 0;
};

} // namespace

static Error noInstruction(const Twine &Name) {
  return createStringError(
      "a file for " + Name +
      ", which has no udpc instruction; there are those "
      "of " +
      processorNames([](const Processor &P) { return P.udpcInstruction(); }));
}

Error SitesReader::readSections() {
  auto Headers = File.sections();
  if (!Headers)
    return Headers.takeError();
  Expected<StringRef> Names = File.getSectionStringTable(*Headers);
  if (!Names)
    return Names.takeError();
  Expected<FunctionSymbols> Read = FunctionSymbols::read(File, ELF::SHT_SYMTAB);
  if (!Read)
    return Read.takeError();
  Functions = std::move(*Read);
  for (const Header &S : *Headers) {
    if (S.sh_flags & ELF::SHF_ALLOC && S.sh_type != ELF::SHT_NOBITS)
      if (Error E = readSection(S, *Names))
        return E;
  }
  sort(Sections, [](const Section &A, const Section &B) {
    return std::make_pair(A.Address, A.Contents.data()) <
           std::make_pair(B.Address, B.Contents.data());
  });
  return Error::success();
}

Error SitesReader::readSection(const Header &S, StringRef Names) {
  Expected<StringRef> Name = File.getSectionName(S, Names);
  if (!Name)
    return Name.takeError();
  auto Bytes = File.getSectionContents(S);
  if (!Bytes)
    return Bytes.takeError();
  StringRef Contents = toStringRef(*Bytes);
  SectionsSize += Contents.size();
  if (SectionsSize > File.getBufSize())
    return createStringError("its sections overlap");
  if (!Contents.empty())
    Sections.push_back(
        {S.sh_addr, *Name, Contents, (S.sh_flags & ELF::SHF_EXECINSTR) != 0});
  // In position-independent files, pointers are relocations.
  if (S.sh_type != ELF::SHT_RELA)
    return Error::success();
  constexpr size_t Size = sizeof(ELF64LE::Rela);
  for (; Contents.size() >= Size; Contents = Contents.drop_front(Size)) {
    ELF64LE::Rela R;
    std::memcpy(&R, Contents.data(), Size);
    if (R.getType(/*isMips64EL=*/false) == CPU.RelativeRelocation)
      Relocations[R.r_offset] = R.r_addend;
  }
  return Error::success();
}

StringRef SitesReader::symbolAt(uint64_t Address) {
  ArrayRef<FunctionSymbol> Names = Functions.at(Address);
  if (Names.empty())
    return "";
  auto [Name, IsNew] = Demangled.try_emplace(&Names.back());
  if (IsNew)
    Name->second = demangle(Names.back().Name);
  return Name->second;
}

StringRef SitesReader::bytesAt(uint64_t Address) const {
  auto It = partition_point(
      Sections, [&](const Section &S) { return S.Address <= Address; });
  if (It == Sections.begin())
    return "";
  --It;
  uint64_t Offset = Address - It->Address;
  return Offset < It->Contents.size() ? It->Contents.drop_front(Offset) : "";
}

uint64_t SitesReader::pointerAt(uint64_t Address) const {
  if (auto It = Relocations.find(Address); It != Relocations.end())
    return It->second;
  StringRef Bytes = bytesAt(Address);
  return Bytes.size() < 8 ? 0 : support::endian::read64le(Bytes.data());
}

Expected<const UnitTable *> SitesReader::tableOf(uint64_t Unit) {
  if (auto It = Tables.find(Unit); It != Tables.end())
    return &It->second;
  StringRef Bytes = bytesAt(Unit);
  if (Bytes.size() < sizeof(abi::Unit))
    return createStringError("a site's unit is not in the file");
  uint64_t Version = support::endian::read32le(Bytes.data());
  if (Version != abi::UnitVersion)
    return createStringError("a unit is of version " + Twine(Version) +
                             "; this udpc reads " + Twine(abi::UnitVersion));
  uint64_t Table = pointerAt(Unit + offsetof(abi::Unit, Table));
  uint64_t Size =
      support::endian::read64le(Bytes.data() + offsetof(abi::Unit, TableSize));
  StringRef TableBytes = bytesAt(Table);
  if (TableBytes.size() < Size)
    return createStringError("a unit's site table is not in the file");
  TablesSize += Size;
  if (TablesSize > File.getBufSize())
    return createStringError("its site tables overlap");
  Expected<SiteTable> Decoded = SiteTable::decode(TableBytes.take_front(Size));
  if (!Decoded)
    return createStringError("a unit's site table: " +
                             toString(Decoded.takeError()));
  auto Merged = sitesOfMergedSlots(*Decoded);
  if (!Merged)
    return createStringError("a unit's site table: " +
                             toString(Merged.takeError()));
  return &Tables
              .emplace(Unit, UnitTable{std::move(*Decoded), std::move(*Merged)})
              .first->second;
}

Error SitesReader::readRecord(uint64_t At, const abi::InstructionRec &Rec) {
  BinarySite S;
  S.Address = At + offsetof(abi::InstructionRec, Address) + Rec.Address;
  encoding::Instruction I;
  StringRef Code = bytesAt(S.Address);
  if (Code.size() < CPU.Size || !CPU.Decode(Code.bytes_begin(), I) ||
      I != encoding::fromRecord(Rec)) {
    ++NumWrong;
    return Error::success();
  }
  Expected<const UnitTable *> Unit =
      tableOf(At + offsetof(abi::InstructionRec, Unit) + Rec.Unit);
  if (!Unit)
    return Unit.takeError();
  ArrayRef<uint32_t> Sites = (*Unit)->sitesOf(Rec.Slot);
  if (Sites.empty())
    return createStringError("a record's site is out of range");
  auto [Of, IsNew] = Found.try_emplace(S.Address);
  if (!IsNew)
    return Error::success();
  const SiteTable &Table = (*Unit)->Table;
  bool HasSeveral = I.numParts() > 1;
  S.KeepsFlags = Rec.Flags & abi::KeepFlags;
  S.Symbol = symbolAt(S.Address).str();
  S.IsKnown = true;
  for (uint32_t Number : Sites) {
    const abi::SiteRec &Site = Table.sites()[Number];
    const abi::EventRec &Event = Table.events()[Site.Event];
    S.Counter = HasSeveral ? static_cast<uint8_t>(Event.Counter) : I.Counter;
    S.Command =
        static_cast<abi::SiteCommand>(HasSeveral ? Site.Command : I.Command);
    S.Event = Table.string(Event.Name).str();
    S.Kind = static_cast<abi::SiteKind>(Site.Kind);
    S.File = Table.string(Site.File).str();
    S.Line = Site.Line;
    S.Column = Site.Column;
    S.Function = demangle(Table.string(Site.Function));
    Of->second.push_back(S);
  }
  return Error::success();
}

/// Searches the code for instructions without records. On x86-64 the tag makes
/// accidental matches very unlikely; on riscv64 compilers do not generate that
/// instruction.
void SitesReader::findWithoutRecords() {
  for (const Section &S : Sections) {
    if (!S.IsText)
      continue;
    for (uint64_t At = 0; At + CPU.Size <= S.Contents.size(); At += CPU.Align) {
      BinarySite Site;
      encoding::Instruction I;
      if (!CPU.Decode(S.Contents.bytes_begin() + At, I) || I.Command > 1)
        continue;
      Site.Address = S.Address + At;
      auto [Of, IsNew] = Found.try_emplace(Site.Address);
      if (!IsNew)
        continue;
      Site.Symbol = symbolAt(Site.Address).str();
      I.forEachPart([&, Sites = &Of->second](encoding::CounterPart P) {
        Site.Counter = P.Counter;
        Site.Command = static_cast<abi::SiteCommand>(P.Command);
        Sites->push_back(Site);
      });
    }
  }
}

Error SitesReader::read(BinarySites &Result) {
  const Processor *Known = findProcessor(File.getHeader().e_machine);
  if (!Known || !Known->udpcInstruction())
    return noInstruction(
        ELF::convertEMachineToArchName(File.getHeader().e_machine));
  CPU = *Known->udpcInstruction();
  if (File.getHeader().e_type == ELF::ET_REL)
    return createStringError("not linked; name the program or library that it "
                             "becomes a part of");
  if (Error E = readSections())
    return createStringError("damaged: " + toString(std::move(E)));

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
  if (Found.empty() && !NumWrong &&
      any_of(Sections, [](const Section &S) { return S.Name == ".note.udpc"; }))
    return createStringError("no udpc instructions: it was converted, and "
                             "udpc convert --verbose lists its sites");
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
  for (auto &[Address, Sites] : Found)
    append_range(Result.Sites, Sites);
  return Error::success();
}

Expected<BinarySites> BinarySites::read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(Path, mayBeElf);
  if (!Buffer)
    return Buffer.takeError();
  return decode((*Buffer)->getMemBufferRef());
}

/// Whether BOLT has written the file.
static bool isRewritten(const ELFFile<ELF64LE> &File) {
  auto Sections = File.sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return false;
  }
  return any_of(*Sections, [&](const ELF64LE::Shdr &S) {
    Expected<StringRef> Name = File.getSectionName(S);
    if (Name)
      return *Name == ".note.bolt_info";
    consumeError(Name.takeError());
    return false;
  });
}

Expected<BinarySites> BinarySites::decode(MemoryBufferRef Buffer) {
  StringRef Bytes = Buffer.getBuffer();
  auto InFile = [&](Error E) {
    return createStringError(Buffer.getBufferIdentifier() + ": " +
                             toString(std::move(E)));
  };
  if (!Bytes.starts_with(ELF::ElfMagic) || Bytes.size() < ELF::EI_NIDENT)
    return InFile(createStringError("no ELF file"));
  if (Bytes[ELF::EI_DATA] != ELF::ELFDATA2LSB ||
      Bytes[ELF::EI_CLASS] != ELF::ELFCLASS64)
    return InFile(noInstruction("a processor of 32 bits or big-endian"));
  Expected<ELFFile<ELF64LE>> File = ELFFile<ELF64LE>::create(Bytes);
  if (!File)
    return InFile(File.takeError());
  BinarySites Result;
  if (Error E = SitesReader(*File).read(Result))
    return InFile(std::move(E));
  if (isRewritten(*File))
    Result.Warnings.push_back(
        "rewritten by BOLT: the code that runs is a copy without these "
        "instructions, and their events count nothing; use lowering: inline");
  return Result;
}
