//===- AddedPieces.cpp - The bytes that a conversion adds -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/AddedPieces.h"
#include "profdata/support/RecordBytes.h"
#include "rewrite/elf/FrameSearchTable.h"
#include "udpc/abi.h"
#include "udpc/converted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;
using Phdr = ElfImage::Phdr;
using Dyn = ElfImage::Dyn;
using Sym = ElfImage::Sym;
using Rela = ElfImage::Rela;

namespace {
/// The imported functions of the runtime, in the order of their symbols. Their
/// addresses follow the early slots in Data.
enum Import { Register, Unregister, NumImports };
constexpr StringLiteral FindSlotsName = "__udpc_cost_slots";
constexpr StringLiteral ImportNames[] = {"__udpc_register",
                                         "__udpc_unregister"};
} // namespace

static std::string runtimeSoname() {
  return "libudpc_rt.so." + std::to_string(abi::UnitVersion);
}

uint64_t AddedPieces::listOffset() const {
  return sizeof(abi::Unit) + uint64_t(In.NumSlots) * 8;
}

Error AddedPieces::readTables() {
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

void AddedPieces::fillStrings() {
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

void AddedPieces::fillSymbols() {
  std::string &S = Pieces[Symbols].Bytes = OldSymbols.str();
  uint64_t Name = FirstImportName;
  auto Add = [&](StringRef Text) {
    Sym Symbol = {};
    Symbol.st_name = Name;
    Symbol.setBindingAndType(ELF::STB_WEAK, ELF::STT_NOTYPE);
    appendRecord(S, Symbol);
    Name += Text.size() + 1;
  };
  Add(FindSlotsName);
  for_each(ImportNames, Add);
  if (!hasVersions())
    return;
  std::string &V = Pieces[Versions].Bytes = OldVersions.str();
  for (unsigned I = 0; I != 1 + NumImports; ++I)
    appendRecord(V, support::ulittle16_t(ELF::VER_NDX_GLOBAL));
}

void AddedPieces::fillRelocations() {
  std::string &S = Pieces[Relocations].Bytes = OldRelocations.str();
  uint64_t At = Pieces[Data].Address;
  auto Add = [&](uint64_t Place, uint32_t Symbol, unsigned Type,
                 uint64_t Addend) {
    Rela R = {};
    R.r_offset = Place;
    R.setSymbolAndType(Symbol, Type, /*IsMips64EL=*/false);
    R.r_addend = Addend;
    appendRecord(S, R);
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

void AddedPieces::fillNote() {
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
  appendRecord(S, ulittle32_t(sizeof(abi::ConvertedNoteOwner)));
  appendRecord(S, ulittle32_t(sizeof(Contents)));
  appendRecord(S, ulittle32_t(abi::ConvertedNoteType));
  S.append(abi::ConvertedNoteOwner, sizeof(abi::ConvertedNoteOwner));
  S.resize(alignTo(S.size(), 4), '\0');
  appendRecord(S, Contents);
}

void AddedPieces::fillFrames() {
  if (!canExtendSearchTable(OldFrameTable))
    return;
  uint64_t CodeAt = Pieces[Code].Address;
  std::vector<uint32_t> Offsets;
  Pieces[Frames].Bytes =
      encodeEHFrame(AddedFrames, Pieces[Frames].Address, CodeAt, Offsets);
  std::vector<FrameAddress> Added;
  for (const auto &[F, Offset] : zip(AddedFrames, Offsets))
    Added.push_back({CodeAt + F.Begin, Pieces[Frames].Address + Offset});
  Pieces[FrameTable].Bytes = extendSearchTable(
      OldFrameTable, Image.findSegment(ELF::PT_GNU_EH_FRAME)->p_vaddr,
      Pieces[FrameTable].Address, Added);
}

void AddedPieces::fillCode() {
  std::string &S = Pieces[Code].Bytes;
  S.assign(reinterpret_cast<const char *>(In.Plan.Code.data()),
           In.Plan.Code.size());
  for (const CodeFixup &F : In.Plan.Fixups) {
    uint64_t Target = F.Target;
    if (F.Base == plan::FixupBase::Data)
      Target += Pieces[Data].Address;
    support::endian::write32le(
        S.data() + F.Offset,
        uint32_t(Target + F.Addend - (Pieces[Code].Address + F.Offset)));
  }
  Stubs = appendStartStubs(S, Pieces[Code].Address,
                           {importAddress(Register), importAddress(Unregister),
                            Pieces[Data].Address + listOffset(),
                            Image.dynamicValue(ELF::DT_INIT),
                            Image.dynamicValue(ELF::DT_FINI)});
}

void AddedPieces::fillData() {
  abi::Unit Unit = {};
  Unit.Version = abi::UnitVersion;
  Unit.NumSlots = In.NumSlots;
  Unit.TableSize = In.Table.size();
  Unit.Lowering = abi::UnitLowering::Inline;
  // The added code does not record whether it has counted in the early slots.
  Unit.HasEarlyCounts = 1;
  std::string &S = Pieces[Data].Bytes;
  S.clear();
  appendRecord(S, Unit);
  S.resize(listOffset() + 8 + NumImports * 8, '\0');
  auto Put = [&](uint64_t Offset, uint64_t Value) {
    support::endian::write64le(S.data() + Offset, Value);
  };
  // These fields are relocated in position-independent files.
  Put(offsetof(abi::Unit, Table), Pieces[SiteTable].Address);
  Put(offsetof(abi::Unit, EarlySlots), Pieces[Data].Address + sizeof(Unit));
  Put(listOffset(), Pieces[Data].Address);
}

void AddedPieces::fillDynamic() {
  NewDynamic.clear();
  auto Add = [&](int64_t Tag, uint64_t Value) {
    Dyn D;
    D.d_tag = Tag;
    D.d_un.d_val = Value;
    NewDynamic.push_back(D);
  };
  // The runtime comes first, so that its functions are found before those of
  // the C library.
  if (In.AddRuntime)
    Add(ELF::DT_NEEDED, RuntimeName);
  std::pair<int64_t, uint64_t> Changed[] = {
      {ELF::DT_STRTAB, Pieces[Strings].Address},
      {ELF::DT_STRSZ, Pieces[Strings].size()},
      {ELF::DT_SYMTAB, Pieces[Symbols].Address},
      {ELF::DT_RELA, Pieces[Relocations].Address},
      {ELF::DT_RELASZ, Pieces[Relocations].size()},
      {ELF::DT_RELAENT, sizeof(Rela)},
      {ELF::DT_INIT, Pieces[Code].Address + Stubs.Init},
      {ELF::DT_FINI, Pieces[Code].Address + Stubs.Fini},
      {ELF::DT_VERSYM, Pieces[Versions].Address},
  };
  // An executable's unit is never unregistered.
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

/// Returns the segment of the pieces \p First to \p Last.
static Phdr segmentOf(const AddedPiece &First, const AddedPiece &Last,
                      uint64_t Base, unsigned Type, unsigned Flags,
                      uint64_t Align) {
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

void AddedPieces::fillHeaders() {
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

void AddedPieces::fill() {
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

void AddedPieces::place() {
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

Expected<AddedPieces> AddedPieces::create(const ConversionInput &In) {
  AddedPieces Result(In);
  if (Error E = Result.readTables())
    return std::move(E);
  Result.AddedFrames = makeFrames(In.Plan, In.File);
  Result.Pieces[Note].Align = 4;
  Result.Pieces[Strings].Align = 1;
  Result.Pieces[Data].Align = Result.Pieces[Code].Align =
      RewritePlan::CodeAlign;
  // Sizes do not depend on addresses.
  Result.fill();
  Result.place();
  Result.fill();
  return Result;
}
