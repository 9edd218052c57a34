//===- ElfConverter.cpp - Writes a file with sites added ------------------===//

#include "rewrite/ElfConverter.h"
#include "rewrite/AddedFrames.h"
#include "udpc/abi.h"
#include "udpc/converted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;
using Phdr = ElfImage::Phdr;
using Shdr = ElfImage::Shdr;
using Dyn = ElfImage::Dyn;
using Sym = ElfImage::Sym;
using Rela = ElfImage::Rela;

namespace {

/// The pieces that are loaded, in their order. Each begins at a multiple of its
/// alignment.
enum PieceNumber {
  // R
  Headers,
  Note,
  Symbols,
  Strings,
  Versions,
  Relocations,
  Frames,
  FrameTable,
  SiteTable,
  // R X
  Code,
  // RW
  Data,
  DynamicSection,
  NumPieces
};

struct Piece {
  uint64_t Align = 8;
  std::string Bytes;
  uint64_t Address = 0;
  uint64_t size() const { return Bytes.size(); }
};

/// What the file imports, in the order of its symbols: the addresses follow the
/// early slots in Data.
enum Import { Register, Unregister, NumImports };
constexpr StringLiteral FindSlotsName = "__udpc_cost_slots";
constexpr StringLiteral ImportNames[] = {"__udpc_register",
                                         "__udpc_unregister"};

/// Old Linux kernels take no more program headers than fit on a page.
constexpr size_t MaxSegments = ElfImage::PageSize / sizeof(Phdr);

class Converter {
public:
  explicit Converter(const ConversionInput &In)
      : In(In), Image(In.Image), Start(In.Image.Bytes.str()) {}
  Expected<ConvertedFile> run();

private:
  Error readTables();
  void fillPieces();
  void place();
  Error checkReach() const;
  void fillHeaders();
  void fillNote();
  void fillStrings();
  void fillSymbols();
  void fillRelocations();
  void fillFrames();
  void fillCode();
  void addStubs();
  void fillData();
  void fillDynamic();
  Error patch();
  void putHeader();
  std::string finishSections(uint64_t Offset);

  uint64_t importAddress(unsigned I) const {
    return Pieces[Data].Address + listOffset() + 8 + I * 8;
  }
  /// Of the list of units in Data, which has one.
  uint64_t listOffset() const {
    return sizeof(abi::Unit) + uint64_t(In.NumSlots) * 8;
  }
  uint64_t offsetInFile(uint64_t Address) const {
    return Address - Image.base();
  }
  bool hasVersions() const { return !OldVersions.empty(); }

  const ConversionInput &In;
  const ElfImage &Image;
  std::string Start;
  StringRef OldSymbols, OldStrings, OldVersions, OldRelocations, OldFrameTable;
  uint64_t NumOldSymbols = 0;
  std::vector<AddedFrame> AddedFrames;
  std::vector<Dyn> NewDynamic;
  bool DynamicMoves = false;
  /// Offsets in the new strings.
  uint64_t RuntimeName = 0, FirstImportName = 0;
  /// Offsets in Code.
  uint64_t InitStub = 0, FiniStub = 0;
  Piece Pieces[NumPieces];
};

} // namespace

template <class Record>
static void append(std::string &Bytes, const Record &R) {
  Bytes.append(reinterpret_cast<const char *>(&R), sizeof(R));
}

static std::string runtimeSoname() {
  return "libudpc_rt.so." + std::to_string(abi::UnitVersion);
}

//===----------------------------------------------------------------------===//
// What the file has
//===----------------------------------------------------------------------===//

Error Converter::readTables() {
  auto Read = [&](uint64_t Address, uint64_t Size, const char *What,
                  StringRef &Result) -> Error {
    Expected<StringRef> Bytes = Image.loaded(Address, Size, What);
    if (!Bytes)
      return Bytes.takeError();
    Result = *Bytes;
    return Error::success();
  };
  Expected<uint64_t> Count = Image.numDynamicSymbols();
  if (!Count)
    return Count.takeError();
  NumOldSymbols = *Count;
  if (NumOldSymbols > Image.Bytes.size() / sizeof(Sym))
    return createStringError(
        "damaged: the dynamic symbols are not in the file");
  if (Error E =
          Read(*Image.dynamicValue(ELF::DT_SYMTAB), NumOldSymbols * sizeof(Sym),
               "the dynamic symbol table", OldSymbols))
    return E;
  if (Error E = Read(*Image.dynamicValue(ELF::DT_STRTAB),
                     Image.dynamicValue(ELF::DT_STRSZ).value_or(0),
                     "the dynamic string table", OldStrings))
    return E;
  if (auto Versions = Image.dynamicValue(ELF::DT_VERSYM))
    if (Error E = Read(*Versions, NumOldSymbols * 2,
                       "the table of symbol versions", OldVersions))
      return E;
  if (auto Table = Image.dynamicValue(ELF::DT_RELA))
    if (Error E = Read(*Table, Image.dynamicValue(ELF::DT_RELASZ).value_or(0),
                       "the relocation table", OldRelocations))
      return E;
  if (const Phdr *P = Image.findSegment(ELF::PT_GNU_EH_FRAME))
    if (Error E =
            Read(P->p_vaddr, P->p_filesz, "the unwind table", OldFrameTable))
      return E;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The pieces
//===----------------------------------------------------------------------===//

void Converter::fillStrings() {
  std::string &S = Pieces[Strings].Bytes = OldStrings.str();
  if (S.empty() || S.back())
    S += '\0';
  RuntimeName = S.size();
  if (In.AddRuntime)
    S += (In.Runtime.empty() ? runtimeSoname() : In.Runtime) + '\0';
  FirstImportName = S.size();
  S += FindSlotsName.str() + '\0';
  for (StringRef Name : ImportNames)
    S += Name.str() + '\0';
}

void Converter::fillSymbols() {
  std::string &S = Pieces[Symbols].Bytes = OldSymbols.str();
  uint64_t Name = FirstImportName;
  auto Add = [&](StringRef Text) {
    Sym Symbol = {};
    Symbol.st_name = Name;
    Symbol.setBindingAndType(ELF::STB_WEAK, ELF::STT_NOTYPE);
    append(S, Symbol);
    Name += Text.size() + 1;
  };
  Add(FindSlotsName);
  for_each(ImportNames, Add);
  if (!hasVersions())
    return;
  std::string &V = Pieces[Versions].Bytes = OldVersions.str();
  for (unsigned I = 0; I != 1 + NumImports; ++I)
    append(V, support::ulittle16_t(ELF::VER_NDX_GLOBAL));
}

void Converter::fillRelocations() {
  std::string &S = Pieces[Relocations].Bytes = OldRelocations.str();
  uint64_t At = Pieces[Data].Address;
  auto Add = [&](uint64_t Place, uint32_t Symbol, unsigned Type,
                 uint64_t Addend) {
    Rela R = {};
    R.r_offset = Place;
    R.setSymbolAndType(Symbol, Type, /*IsMips64EL=*/false);
    R.r_addend = Addend;
    append(S, R);
  };
  if (Image.isPositionIndependent()) {
    auto Relative = [&](uint64_t Place, uint64_t Target) {
      Add(Place, 0, ELF::R_X86_64_RELATIVE, Target);
    };
    Relative(At + offsetof(abi::Unit, Table), Pieces[SiteTable].Address);
    Relative(At + offsetof(abi::Unit, EarlySlots), At + sizeof(abi::Unit));
    Relative(At + listOffset(), At);
  }
  Add(At + offsetof(abi::Unit, FindSlots), NumOldSymbols, ELF::R_X86_64_64, 0);
  for (unsigned I = 0; I != NumImports; ++I)
    Add(importAddress(I), NumOldSymbols + 1 + I, ELF::R_X86_64_64, 0);
}

void Converter::fillNote() {
  std::string &S = Pieces[Note].Bytes;
  S.clear();
  abi::ConvertedNote Contents = {};
  Contents.Version = abi::ConvertedNoteVersion;
  Contents.OriginalChecksum = crc32(arrayRefFromStringRef(Image.Bytes));
  Contents.OriginalSize = Image.Bytes.size();
  Contents.Unit = Pieces[Data].Address;
  Contents.Code = Pieces[Code].Address;
  Contents.CodeSize = Pieces[Code].size();
  using support::ulittle32_t;
  append(S, ulittle32_t(sizeof(abi::ConvertedNoteOwner)));
  append(S, ulittle32_t(sizeof(Contents)));
  append(S, ulittle32_t(abi::ConvertedNoteType));
  S.append(abi::ConvertedNoteOwner, sizeof(abi::ConvertedNoteOwner));
  S.resize(alignTo(S.size(), 4), '\0');
  append(S, Contents);
}

namespace {
/// An entry of the binary search table, relative to the table's start.
struct FrameTableEntry {
  support::little32_t Code, Entry;
};
constexpr uint8_t FrameTableEncodings[] = {1, 0x1b, 0x03, 0x3b};
constexpr size_t FrameTableHead = 12;
} // namespace

/// Whether the search table is in the form that all linkers write.
static bool canExtend(StringRef Table) {
  if (Table.size() < FrameTableHead ||
      std::memcmp(Table.data(), FrameTableEncodings,
                  sizeof(FrameTableEncodings)))
    return false;
  uint64_t Count = support::endian::read32le(Table.data() + 8);
  return Count <= (Table.size() - FrameTableHead) / sizeof(FrameTableEntry);
}

void Converter::fillFrames() {
  if (!canExtend(OldFrameTable))
    return;
  uint64_t CodeAt = Pieces[Code].Address;
  std::vector<uint32_t> Offsets;
  Pieces[Frames].Bytes =
      encodeEHFrame(AddedFrames, Pieces[Frames].Address, CodeAt, Offsets);

  uint64_t Old = Image.findSegment(ELF::PT_GNU_EH_FRAME)->p_vaddr,
           New = Pieces[FrameTable].Address;
  uint64_t Count = support::endian::read32le(OldFrameTable.data() + 8);
  std::vector<FrameTableEntry> Entries(Count);
  if (Count) // data() of an empty vector may be null.
    std::memcpy(Entries.data(), OldFrameTable.data() + FrameTableHead,
                Count * sizeof(FrameTableEntry));
  for (FrameTableEntry &E : Entries)
    E = {support::little32_t(E.Code + int32_t(Old - New)),
         support::little32_t(E.Entry + int32_t(Old - New))};
  for (const auto &[F, Offset] : zip(AddedFrames, Offsets))
    Entries.push_back(
        {support::little32_t(int32_t(CodeAt + F.Begin - New)),
         support::little32_t(int32_t(Pieces[Frames].Address + Offset - New))});
  sort(Entries, [](const FrameTableEntry &A, const FrameTableEntry &B) {
    return A.Code < B.Code;
  });
  std::string &S = Pieces[FrameTable].Bytes;
  S.assign(reinterpret_cast<const char *>(FrameTableEncodings),
           sizeof(FrameTableEncodings));
  append(S, support::little32_t(
                support::endian::read32le(OldFrameTable.data() + 4) +
                uint32_t(Old - New)));
  append(S, support::ulittle32_t(Entries.size()));
  S.append(reinterpret_cast<const char *>(Entries.data()),
           Entries.size() * sizeof(FrameTableEntry));
}

namespace {
/// Writes x86-64 instructions at an address.
class StubWriter {
public:
  StubWriter(std::string &Bytes, uint64_t Address)
      : Bytes(Bytes), Address(Address) {}
  void raw(std::initializer_list<uint8_t> Code) {
    Bytes.append(reinterpret_cast<const char *>(Code.begin()), Code.size());
  }
  /// An instruction that ends with a displacement to \p Target.
  void relative(std::initializer_list<uint8_t> Code, uint64_t Target) {
    raw(Code);
    append(Bytes, support::ulittle32_t(
                      uint32_t(Target - (Address + Bytes.size() + 4))));
  }

private:
  std::string &Bytes;
  uint64_t Address;
};
} // namespace

/// What DT_INIT and DT_FINI lead to. They call the runtime, if there is one,
/// and the module's own function, with its arguments.
void Converter::addStubs() {
  std::string &S = Pieces[Code].Bytes;
  uint64_t List = Pieces[Data].Address + listOffset();
  StubWriter W(S, Pieces[Code].Address);
  auto CallRuntime = [&](unsigned Function) {
    W.relative({0x48, 0x8b, 0x05}, importAddress(Function)); // mov (rip), %rax
    W.raw({0x48, 0x85, 0xc0});                               // test %rax, %rax
    W.raw({0x74, 16});                                       // je
    W.relative({0x48, 0x8d, 0x3d}, List);                    // lea, %rdi
    W.relative({0x48, 0x8d, 0x35}, List + 8);                // lea, %rsi
    W.raw({0xff, 0xd0});                                     // call *%rax
  };
  auto Align = [&] { S.resize(alignTo(S.size(), 16), '\xcc'); };
  Align();
  InitStub = S.size();
  W.raw({0xf3, 0x0f, 0x1e, 0xfa}); // endbr64
  W.raw({0x57, 0x56, 0x52});       // push %rdi, %rsi, %rdx
  CallRuntime(Register);
  W.raw({0x5a, 0x5e, 0x5f}); // pop %rdx, %rsi, %rdi
  if (auto Init = Image.dynamicValue(ELF::DT_INIT))
    W.relative({0xe9}, *Init); // jmp
  else
    W.raw({0xc3}); // ret
  Align();
  FiniStub = S.size();
  W.raw({0xf3, 0x0f, 0x1e, 0xfa});
  W.raw({0x48, 0x83, 0xec, 0x08}); // sub $8, %rsp
  if (auto Fini = Image.dynamicValue(ELF::DT_FINI))
    W.relative({0xe8}, *Fini); // call
  CallRuntime(Unregister);
  W.raw({0x48, 0x83, 0xc4, 0x08}); // add $8, %rsp
  W.raw({0xc3});
}

void Converter::fillCode() {
  std::string &S = Pieces[Code].Bytes;
  S.assign(reinterpret_cast<const char *>(In.Plan.Code.data()),
           In.Plan.Code.size());
  for (const CodeFixup &F : In.Plan.Fixups) {
    uint64_t Target = F.Target;
    if (F.TargetBase == CodeFixup::Base::Data)
      Target += Pieces[Data].Address;
    support::endian::write32le(
        S.data() + F.Offset,
        uint32_t(Target + F.Addend - (Pieces[Code].Address + F.Offset)));
  }
  addStubs();
}

void Converter::fillData() {
  abi::Unit Unit = {};
  Unit.Version = abi::UnitVersion;
  Unit.NumSlots = In.NumSlots;
  Unit.TableSize = In.Table.size();
  Unit.Lowering = abi::UnitLowering::Inline;
  // The code does not say so when it has counted there.
  Unit.HasEarlyCounts = 1;
  std::string &S = Pieces[Data].Bytes;
  S.clear();
  append(S, Unit);
  S.resize(listOffset() + 8 + NumImports * 8, '\0');
  auto Put = [&](uint64_t Offset, uint64_t Value) {
    support::endian::write64le(S.data() + Offset, Value);
  };
  // Relocated in position-independent files.
  Put(offsetof(abi::Unit, Table), Pieces[SiteTable].Address);
  Put(offsetof(abi::Unit, EarlySlots), Pieces[Data].Address + sizeof(Unit));
  Put(listOffset(), Pieces[Data].Address);
}

void Converter::fillDynamic() {
  NewDynamic.clear();
  auto Add = [&](int64_t Tag, uint64_t Value) {
    Dyn D;
    D.d_tag = Tag;
    D.d_un.d_val = Value;
    NewDynamic.push_back(D);
  };
  // First, so that its functions are found before those of the C library.
  if (In.AddRuntime)
    Add(ELF::DT_NEEDED, RuntimeName);
  std::pair<int64_t, uint64_t> Changed[] = {
      {ELF::DT_STRTAB, Pieces[Strings].Address},
      {ELF::DT_STRSZ, Pieces[Strings].size()},
      {ELF::DT_SYMTAB, Pieces[Symbols].Address},
      {ELF::DT_RELA, Pieces[Relocations].Address},
      {ELF::DT_RELASZ, Pieces[Relocations].size()},
      {ELF::DT_RELAENT, sizeof(Rela)},
      {ELF::DT_INIT, Pieces[Code].Address + InitStub},
      {ELF::DT_FINI, Pieces[Code].Address + FiniStub},
      {ELF::DT_VERSYM, Pieces[Versions].Address},
  };
  // An executable's unit never goes away.
  auto IsKept = [&](int64_t Tag) {
    return (Tag == ELF::DT_VERSYM && !hasVersions()) ||
           (Tag == ELF::DT_FINI && Image.isExecutable());
  };
  for (const Dyn &D : Image.Dynamic) {
    auto New = find_if(Changed, [&](const auto &C) {
      return C.first == D.d_tag && !IsKept(C.first);
    });
    if (New == std::end(Changed))
      NewDynamic.push_back(D);
    else
      Add(D.d_tag, New->second);
  }
  for (const auto &[Tag, Value] : Changed)
    if (Tag != ELF::DT_VERSYM && !IsKept(Tag) && !Image.dynamicValue(Tag))
      Add(Tag, Value);
  Add(ELF::DT_NULL, 0);
  DynamicMoves = NewDynamic.size() > Image.DynamicRoom;
  if (DynamicMoves)
    Pieces[DynamicSection].Bytes.assign(
        reinterpret_cast<const char *>(NewDynamic.data()),
        NewDynamic.size() * sizeof(Dyn));
}

/// The segment of the pieces \p First to \p Last.
static Phdr segmentOf(const Piece &First, const Piece &Last, uint64_t Base,
                      unsigned Type, unsigned Flags, uint64_t Align) {
  Phdr P = {};
  P.p_type = Type;
  P.p_flags = Flags;
  P.p_vaddr = First.Address;
  P.p_paddr = First.Address;
  P.p_offset = First.Address - Base;
  P.p_filesz = Last.Address + Last.size() - First.Address;
  P.p_memsz = P.p_filesz;
  P.p_align = Align;
  return P;
}

void Converter::fillHeaders() {
  uint64_t Base = Image.base();
  std::vector<Phdr> Table = Image.Segments;
  auto Segment = [&](unsigned First, unsigned Last, unsigned Type,
                     unsigned Flags, uint64_t Align) {
    return segmentOf(Pieces[First], Pieces[Last], Base, Type, Flags, Align);
  };
  size_t LastLoad = 0;
  for (size_t I = 0; I != Table.size(); ++I) {
    Phdr &P = Table[I];
    if (P.p_type == ELF::PT_LOAD)
      LastLoad = I;
    if (P.p_type == ELF::PT_GNU_EH_FRAME && Pieces[FrameTable].size())
      P = Segment(FrameTable, FrameTable, P.p_type, P.p_flags, 4);
    if (P.p_type == ELF::PT_DYNAMIC && DynamicMoves)
      P = Segment(DynamicSection, DynamicSection, P.p_type, P.p_flags, 8);
  }
  constexpr uint64_t Page = ElfImage::PageSize;
  const Phdr New[] = {
      Segment(Headers, SiteTable, ELF::PT_LOAD, ELF::PF_R, Page),
      Segment(Code, Code, ELF::PT_LOAD, ELF::PF_R | ELF::PF_X, Page),
      Segment(Data, DynamicSection, ELF::PT_LOAD, ELF::PF_R | ELF::PF_W, Page),
  };
  Table.insert(Table.begin() + LastLoad + 1, std::begin(New), std::end(New));
  Table.push_back(Segment(Note, Note, ELF::PT_NOTE, ELF::PF_R, 4));
  Pieces[Headers].Bytes.resize(Table.size() * sizeof(Phdr));
  for (Phdr &P : Table)
    if (P.p_type == ELF::PT_PHDR)
      P = Segment(Headers, Headers, P.p_type, P.p_flags, 8);
  std::memcpy(Pieces[Headers].Bytes.data(), Table.data(),
              Table.size() * sizeof(Phdr));
}

void Converter::fillPieces() {
  fillStrings();
  fillSymbols();
  fillRelocations();
  fillFrames();
  Pieces[SiteTable].Bytes.assign(
      reinterpret_cast<const char *>(In.Table.data()), In.Table.size());
  fillCode();
  fillData();
  fillDynamic();
  fillHeaders();
  fillNote();
}

void Converter::place() {
  uint64_t At =
      Image.base() + alignTo(std::max<uint64_t>(Image.Bytes.size(),
                                                Image.end() - Image.base()),
                             ElfImage::PageSize);
  for (unsigned I = 0; I != NumPieces; ++I) {
    if (I == Code || I == Data)
      At = alignTo(At, ElfImage::PageSize);
    Pieces[I].Address = At = alignTo(At, Pieces[I].Align);
    At += Pieces[I].size();
  }
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

Error Converter::checkReach() const {
  const Piece &Last = Pieces[DynamicSection];
  if (Last.Address + Last.size() - Image.base() >= INT32_MAX)
    return createStringError(
        "the file is too large: what is added would not be within 2 GB of "
        "its code");
  if (Image.Segments.size() + 4 > MaxSegments)
    return createStringError("there are too many program headers to add "
                             "four");
  return Error::success();
}

Error Converter::patch() {
  for (const CodePatch &P : In.Plan.Patches) {
    std::optional<uint64_t> Offset = Image.offsetOf(P.Address, P.Old.size());
    if (!Offset || !std::equal(P.Old.begin(), P.Old.end(),
                               Image.Bytes.bytes_begin() + *Offset))
      return createStringError("the code to change is not in the file");
    char *At = Start.data() + *Offset;
    std::memcpy(At, P.New.data(), P.New.size());
    if (P.hasField())
      support::endian::write32le(At + P.FieldOffset,
                                 uint32_t(Pieces[Code].Address + P.CodeOffset -
                                          (P.Address + P.FieldOffset + 4)));
  }
  return Error::success();
}

namespace {
/// Section headers and their names, while sections are added.
class SectionList {
public:
  explicit SectionList(const ElfImage &Image)
      : Image(Image), List(Image.Sections),
        Names(Image.contents(Image.Sections[Image.Header.e_shstrndx])) {}

  /// The original section that was loaded at \p Address, to change.
  Shdr *at(uint64_t Address, unsigned Type) {
    const Shdr *S = Image.sectionAt(Address, Type);
    return S ? &List[S - Image.Sections.data()] : nullptr;
  }
  Shdr *named(StringRef Name) {
    for (size_t I = 1; I < Image.Sections.size(); ++I)
      if (Image.sectionName(Image.Sections[I]) == Name)
        return &List[I];
    return nullptr;
  }
  uint32_t add(StringRef Name, unsigned Type, uint64_t Flags, const Piece &P,
               uint64_t Align) {
    Shdr S = {};
    S.sh_name = Names.size();
    Names += Name.str() + '\0';
    S.sh_type = Type;
    S.sh_flags = Flags;
    S.sh_addralign = Align;
    move(S, P);
    List.push_back(S);
    return List.size() - 1;
  }
  void move(Shdr &S, const Piece &P) const {
    S.sh_addr = P.Address;
    S.sh_offset = P.Address - Image.base();
    S.sh_size = P.size();
  }

  const ElfImage &Image;
  std::vector<Shdr> List;
  std::string Names;
};
} // namespace

/// What follows the pieces, from \p Offset on: sections that are not loaded,
/// and all section headers. Changes the ELF header in Start.
std::string Converter::finishSections(uint64_t Offset) {
  std::string Tail;
  if (Image.Sections.empty())
    return Tail;
  SectionList Sections(Image);
  auto Move = [&](std::optional<uint64_t> Address, unsigned Type,
                  PieceNumber To) {
    Shdr *S = Address ? Sections.at(*Address, Type) : nullptr;
    if (S && Pieces[To].size())
      Sections.move(*S, Pieces[To]);
  };
  Move(Image.dynamicValue(ELF::DT_SYMTAB), ELF::SHT_DYNSYM, Symbols);
  Move(Image.dynamicValue(ELF::DT_STRTAB), ELF::SHT_STRTAB, Strings);
  Move(Image.dynamicValue(ELF::DT_VERSYM), ELF::SHT_GNU_versym, Versions);
  Move(Image.dynamicValue(ELF::DT_RELA), ELF::SHT_RELA, Relocations);
  Move(Image.findSegment(ELF::PT_DYNAMIC)->p_vaddr, ELF::SHT_DYNAMIC,
       DynamicSection);
  if (const Phdr *P = Image.findSegment(ELF::PT_GNU_EH_FRAME))
    Move(P->p_vaddr, ELF::SHT_PROGBITS, FrameTable);

  constexpr uint64_t Alloc = ELF::SHF_ALLOC;
  Sections.add(".note.udpc", ELF::SHT_NOTE, Alloc, Pieces[Note], 4);
  if (Pieces[Frames].size())
    Sections.add(".eh_frame.udpc", ELF::SHT_PROGBITS, Alloc, Pieces[Frames], 8);
  Sections.add(UDPC_TABLES_SECTION, ELF::SHT_PROGBITS, Alloc, Pieces[SiteTable],
               8);
  uint32_t CodeSection =
      Sections.add(".text.udpc", ELF::SHT_PROGBITS, Alloc | ELF::SHF_EXECINSTR,
                   Pieces[Code], RewritePlan::CodeAlign);
  Sections.add(".data.udpc", ELF::SHT_PROGBITS, Alloc | ELF::SHF_WRITE,
               Pieces[Data], alignof(abi::Unit));

  auto Put = [&](Shdr &S, StringRef Bytes) {
    Tail.resize(alignTo(Offset + Tail.size(), 8) - Offset, '\0');
    S.sh_offset = Offset + Tail.size();
    S.sh_size = Bytes.size();
    Tail += Bytes;
  };
  // Debuggers read .eh_frame, of which there is one, and this one.
  Shdr *Debug = Sections.named(".debug_frame");
  if (!Debug && Pieces[Frames].size()) {
    Sections.add(".debug_frame", ELF::SHT_PROGBITS, 0, Piece(), 8);
    Debug = &Sections.List.back();
    Debug->sh_addr = 0;
  }
  if (Debug && !(Debug->sh_flags & ELF::SHF_COMPRESSED)) {
    std::string Bytes = Image.contents(*Debug).str();
    if (!Debug->sh_offset || Debug >= &Sections.List[Image.Sections.size()])
      Bytes.clear();
    Bytes += encodeDebugFrame(AddedFrames, Bytes.size(), Pieces[Code].Address);
    Put(*Debug, Bytes);
  }
  // A name for the added code, where there are names.
  Shdr *Table = Sections.named(".symtab");
  if (Table && Table->sh_type == ELF::SHT_SYMTAB &&
      Table->sh_link < Image.Sections.size() &&
      Table->sh_link != Image.Header.e_shstrndx) {
    Shdr &Names = Sections.List[Table->sh_link];
    std::string Text = Image.contents(Names).str();
    Sym S = {};
    S.st_name = Text.size();
    S.setBindingAndType(ELF::STB_GLOBAL, ELF::STT_FUNC);
    S.st_other = ELF::STV_HIDDEN;
    S.st_shndx = CodeSection;
    S.st_value = Pieces[Code].Address;
    S.st_size = Pieces[Code].size();
    Put(Names, Text + "__udpc_added_code" + '\0');
    std::string Bytes = Image.contents(*Table).str();
    append(Bytes, S);
    Put(*Table, Bytes);
  }
  Put(Sections.List[Image.Header.e_shstrndx], Sections.Names);
  Tail.resize(alignTo(Offset + Tail.size(), 8) - Offset, '\0');
  ElfImage::Ehdr Header;
  std::memcpy(&Header, Start.data(), sizeof(Header));
  Header.e_shoff = Offset + Tail.size();
  Header.e_shnum = Sections.List.size();
  std::memcpy(Start.data(), &Header, sizeof(Header));
  Tail.append(reinterpret_cast<const char *>(Sections.List.data()),
              Sections.List.size() * sizeof(Shdr));
  return Tail;
}

void Converter::putHeader() {
  ElfImage::Ehdr Header = Image.Header;
  Header.e_phoff = offsetInFile(Pieces[Headers].Address);
  Header.e_phnum = Pieces[Headers].size() / sizeof(Phdr);
  std::memcpy(Start.data(), &Header, sizeof(Header));
}

Expected<ConvertedFile> Converter::run() {
  if (Error E = readTables())
    return std::move(E);
  AddedFrames = makeFrames(In.Plan, In.File);
  Pieces[Note].Align = 4;
  Pieces[Strings].Align = 1;
  Pieces[Data].Align = Pieces[Code].Align = RewritePlan::CodeAlign;
  // Sizes do not depend on addresses.
  fillPieces();
  place();
  fillPieces();
  if (Error E = checkReach())
    return std::move(E);
  if (Error E = patch())
    return std::move(E);
  putHeader();
  if (!DynamicMoves)
    std::memcpy(Start.data() + Image.findSegment(ELF::PT_DYNAMIC)->p_offset,
                NewDynamic.data(), NewDynamic.size() * sizeof(Dyn));

  ConvertedFile Result;
  uint64_t First = Pieces[Headers].Address;
  Result.AddedOffset = offsetInFile(First);
  for (const Piece &P : Pieces) {
    Result.Added.resize(P.Address - First, '\0');
    Result.Added += P.Bytes;
  }
  Result.Added.resize(alignTo(Result.Added.size(), 8), '\0');
  Result.Added += finishSections(Result.AddedOffset + Result.Added.size());
  Result.Start = std::move(Start);
  return Result;
}

Expected<ConvertedFile> udpc::convertFile(const ConversionInput &Input) {
  return Converter(Input).run();
}
