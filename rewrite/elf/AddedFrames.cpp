//===- AddedFrames.cpp - Unwind information of added code -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/AddedFrames.h"
#include "rewrite/code/FrameSection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::dwarf;
using namespace llvm::object;
using namespace udpc;

namespace {

/// The numbers of registers in call frame information.
enum : uint32_t { StackPointer = 7, ReturnAddress = 16 };
constexpr int DataAlign = -8;

/// The maximum number of rows of an entry: unwinders execute its instructions
/// from the start.
constexpr size_t MaxRowsOfFrame = 32;

/// Finds the unwind rules of the original code.
class OriginalRows {
public:
  explicit OriginalRows(const ELFObjectFileBase &File);
  /// Returns the rules at \p Address, or null if there are none.
  const dwarf::UnwindRow *at(uint64_t Address);

private:
  std::unique_ptr<DWARFDebugFrame> Section;
  std::map<uint64_t, const FDE *> Entries; ///< By start address.
  std::map<const FDE *, std::optional<UnwindTable>> Tables;
};

/// Encodes the rules of successive rows.
class RowEncoder {
public:
  void advance(uint32_t Bytes);
  /// Encodes \p Row with \p StackBytes more on the stack.
  void encode(const dwarf::UnwindRow &Row, uint32_t StackBytes);
  /// Encodes the state at a function's entry, with \p StackBytes more on the
  /// stack.
  void encodeFrameless(uint32_t StackBytes);
  /// Encodes that unwinding ends here.
  void encodeUnknown();
  std::string take() { return std::move(Bytes); }

private:
  void opcode(unsigned Op) { OS << char(Op); }
  void clearRegisters();
  bool encodeCFA(const UnwindLocation &CFA, uint32_t StackBytes);
  bool encodeRegister(uint32_t Register, const UnwindLocation &Rule);
  void expression(unsigned Op, std::optional<uint32_t> Register,
                  StringRef Expression, uint32_t StackBytes);

  std::string Bytes;
  raw_string_ostream OS{Bytes};
  std::vector<uint32_t> Registers; ///< The registers that have a rule.
};

} // namespace

/// Parses the frames of \p File; none if it has no such section.
static std::unique_ptr<DWARFDebugFrame>
framesOf(const ELFObjectFileBase &File) {
  for (const ELFSectionRef S : File.sections()) {
    Expected<StringRef> Name = S.getName();
    if (Name && *Name == ".eh_frame" && S.getType() != ELF::SHT_NOBITS)
      if (Expected<StringRef> Bytes = S.getContents())
        return readFrames(*Bytes, S.getAddress());
      else
        consumeError(Bytes.takeError());
    else
      consumeError(Name.takeError());
  }
  return readFrames("", 0);
}

OriginalRows::OriginalRows(const ELFObjectFileBase &File)
    : Section(framesOf(File)) {
  for (const FrameEntry &Entry : *Section)
    if (const auto *F = dyn_cast<FDE>(&Entry))
      Entries.emplace(F->getInitialLocation(), F);
}

const dwarf::UnwindRow *OriginalRows::at(uint64_t Address) {
  auto It = Entries.upper_bound(Address);
  if (It == Entries.begin())
    return nullptr;
  const FDE *F = std::prev(It)->second;
  if (Address - F->getInitialLocation() >= F->getAddressRange())
    return nullptr;
  auto [Table, IsNew] = Tables.try_emplace(F);
  if (IsNew) {
    if (Expected<UnwindTable> Made = createUnwindTable(F))
      Table->second = std::move(*Made);
    else
      consumeError(Made.takeError());
  }
  const dwarf::UnwindRow *Result = nullptr;
  if (Table->second)
    for (const dwarf::UnwindRow &Row : *Table->second)
      if (Row.hasAddress() && Row.getAddress() <= Address)
        Result = &Row;
  return Result;
}

void RowEncoder::advance(uint32_t By) {
  if (!By)
    return;
  support::endian::Writer W(OS, endianness::little);
  if (By < 64)
    return opcode(DW_CFA_advance_loc | By);
  if (By < 256) {
    opcode(DW_CFA_advance_loc1);
    return W.write<uint8_t>(By);
  }
  if (By < 65536) {
    opcode(DW_CFA_advance_loc2);
    return W.write<uint16_t>(By);
  }
  opcode(DW_CFA_advance_loc4);
  W.write<uint32_t>(By);
}

void RowEncoder::clearRegisters() {
  for (uint32_t R : Registers) {
    opcode(DW_CFA_restore_extended);
    encodeULEB128(R, OS);
  }
  Registers.clear();
}

void RowEncoder::expression(unsigned Op, std::optional<uint32_t> Register,
                            StringRef Expression, uint32_t StackBytes) {
  std::string Whole = Expression.str();
  if (StackBytes) {
    raw_string_ostream More(Whole);
    More << char(DW_OP_plus_uconst);
    encodeULEB128(StackBytes, More);
  }
  opcode(Op);
  if (Register)
    encodeULEB128(*Register, OS);
  encodeULEB128(Whole.size(), OS);
  OS << Whole;
}

/// Encodes the rule of the CFA. Returns false for forms that compilers for
/// x86-64 do not emit.
bool RowEncoder::encodeCFA(const UnwindLocation &CFA, uint32_t StackBytes) {
  if (CFA.getLocation() == UnwindLocation::RegPlusOffset) {
    int64_t Offset = CFA.getOffset();
    if (CFA.getRegister() == StackPointer)
      Offset += StackBytes;
    if (Offset < 0)
      return false;
    opcode(DW_CFA_def_cfa);
    encodeULEB128(CFA.getRegister(), OS);
    encodeULEB128(Offset, OS);
    return true;
  }
  // It is unknown how an expression uses the stack pointer.
  if (CFA.getLocation() != UnwindLocation::DWARFExpr || StackBytes)
    return false;
  expression(DW_CFA_def_cfa_expression, std::nullopt,
             toStringRef(CFA.getDWARFExpressionBytes()->getData()), 0);
  return true;
}

bool RowEncoder::encodeRegister(uint32_t Register, const UnwindLocation &Rule) {
  auto Take = [&](unsigned Op) {
    opcode(Op);
    encodeULEB128(Register, OS);
    return true;
  };
  switch (Rule.getLocation()) {
  case UnwindLocation::Unspecified:
    return true;
  case UnwindLocation::Undefined:
    return Take(DW_CFA_undefined);
  case UnwindLocation::Same:
    return Take(DW_CFA_same_value);
  case UnwindLocation::CFAPlusOffset:
    if (Rule.getOffset() % DataAlign)
      return false;
    Take(Rule.getDereference() ? DW_CFA_offset_extended_sf
                               : DW_CFA_val_offset_sf);
    encodeSLEB128(Rule.getOffset() / DataAlign, OS);
    return true;
  case UnwindLocation::DWARFExpr:
    expression(
        Rule.getDereference() ? DW_CFA_expression : DW_CFA_val_expression,
        Register, toStringRef(Rule.getDWARFExpressionBytes()->getData()), 0);
    return true;
  case UnwindLocation::RegPlusOffset:
    if (Rule.getDereference() || Rule.getOffset())
      return false;
    Take(DW_CFA_register);
    encodeULEB128(Rule.getRegister(), OS);
    return true;
  case UnwindLocation::Constant:
    return false;
  }
  return false;
}

void RowEncoder::encode(const dwarf::UnwindRow &Row, uint32_t StackBytes) {
  clearRegisters();
  bool IsKnown = encodeCFA(Row.getCFAValue(), StackBytes);
  const RegisterLocations &Rules = Row.getRegisterLocations();
  for (uint32_t R : Rules.getRegisters()) {
    IsKnown &= encodeRegister(R, *Rules.getRegisterLocation(R));
    Registers.push_back(R);
  }
  if (!IsKnown)
    encodeUnknown();
}

void RowEncoder::encodeFrameless(uint32_t StackBytes) {
  clearRegisters();
  opcode(DW_CFA_def_cfa);
  encodeULEB128(StackPointer, OS);
  encodeULEB128(8 + StackBytes, OS);
}

void RowEncoder::encodeUnknown() {
  clearRegisters();
  opcode(DW_CFA_undefined);
  encodeULEB128(ReturnAddress, OS);
  Registers.push_back(ReturnAddress);
}

std::vector<AddedFrame> udpc::makeFrames(const RewritePlan &Plan,
                                         const ELFObjectFileBase &File) {
  std::vector<AddedFrame> Result;
  OriginalRows Rows(File);
  for (size_t First = 0; First < Plan.Rows.size(); First += MaxRowsOfFrame) {
    size_t Last = std::min(First + MaxRowsOfFrame, Plan.Rows.size());
    RowEncoder Encoder;
    uint32_t At = Plan.Rows[First].CodeOffset;
    for (size_t I = First; I != Last; ++I) {
      const udpc::UnwindRow &Row = Plan.Rows[I];
      Encoder.advance(Row.CodeOffset - At);
      At = Row.CodeOffset;
      if (!Row.Address)
        Encoder.encodeFrameless(Row.StackBytes);
      else if (const dwarf::UnwindRow *Rules = Rows.at(Row.Address))
        Encoder.encode(*Rules, Row.StackBytes);
      else
        Encoder.encodeUnknown();
    }
    uint32_t End = Last == Plan.Rows.size() ? uint32_t(Plan.Code.size())
                                            : Plan.Rows[Last].CodeOffset;
    Result.push_back({Plan.Rows[First].CodeOffset, End, Encoder.take()});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Appends a record: the length and \p Contents, padded.
static void addRecord(std::string &Section, std::string Contents) {
  Contents.resize(alignTo(Contents.size() + 4, 8) - 4, DW_CFA_nop);
  raw_string_ostream OS(Section);
  support::endian::write<uint32_t>(OS, Contents.size(), endianness::little);
  OS << Contents;
}

/// Returns the CIE without its length. \p ID differs between the sections.
static std::string commonEntry(uint32_t ID, StringRef Augmentation) {
  std::string Result;
  raw_string_ostream OS(Result);
  support::endian::write(OS, ID, endianness::little);
  OS << char(1) << Augmentation << '\0';
  encodeULEB128(1, OS);
  encodeSLEB128(DataAlign, OS);
  OS << char(ReturnAddress);
  if (!Augmentation.empty())
    OS << char(1) << char(DW_EH_PE_pcrel | DW_EH_PE_sdata4);
  OS << char(DW_CFA_def_cfa) << char(StackPointer) << char(8);
  OS << char(DW_CFA_offset | ReturnAddress) << char(1);
  return Result;
}

std::string udpc::encodeEHFrame(ArrayRef<AddedFrame> Frames, uint64_t Section,
                                uint64_t Code, std::vector<uint32_t> &Offsets) {
  std::string Result;
  Offsets.clear();
  addRecord(Result, commonEntry(0, "zR"));
  for (const AddedFrame &F : Frames) {
    Offsets.push_back(Result.size());
    std::string Entry;
    raw_string_ostream OS(Entry);
    support::endian::Writer W(OS, endianness::little);
    // The distance of this field from the CIE.
    W.write<uint32_t>(Result.size() + 4);
    W.write<uint32_t>(Code + F.Begin - (Section + Result.size() + 8));
    W.write<uint32_t>(F.End - F.Begin);
    OS << '\0' << F.Instructions;
    addRecord(Result, std::move(Entry));
  }
  Result.append(4, '\0');
  return Result;
}

std::string udpc::encodeDebugFrame(ArrayRef<AddedFrame> Frames, uint64_t Before,
                                   uint64_t Code) {
  std::string Result;
  addRecord(Result, commonEntry(DW_CIE_ID, ""));
  for (const AddedFrame &F : Frames) {
    std::string Entry;
    raw_string_ostream OS(Entry);
    support::endian::Writer W(OS, endianness::little);
    W.write<uint32_t>(Before);
    W.write<uint64_t>(Code + F.Begin);
    W.write<uint64_t>(F.End - F.Begin);
    OS << F.Instructions;
    addRecord(Result, std::move(Entry));
  }
  return Result;
}
