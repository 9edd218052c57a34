//===- CostTable.cpp - Cost tables: building and decoding -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CostTable.h"
#include "profdata/cache/PackedTable.h"
#include "profdata/support/RecordBytes.h"
#include "profdata/tables/TableReference.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Cost centres
//===----------------------------------------------------------------------===//

/// Orders cost centres by file, function, line. The function's symbol comes
/// last: functions with the same name (the constructors of a class) are one
/// function to Cachegrind, and their lines must be sorted for merging.
template <typename Table>
static int compareLines(const Table &T, const abi::LineRec &L,
                        const abi::LineRec &R) {
  if (L.File != R.File)
    if (int Order = T.string(L.File).compare(T.string(R.File)))
      return Order;
  const abi::CodeRec &LF = T.Functions[L.Function];
  const abi::CodeRec &RF = T.Functions[R.Function];
  if (LF.Name != RF.Name)
    if (int Order = T.string(LF.Name).compare(T.string(RF.Name)))
      return Order;
  if (L.Line != R.Line)
    return L.Line < R.Line ? -1 : 1;
  if (LF.Symbol == RF.Symbol)
    return 0;
  return T.string(LF.Symbol).compare(T.string(RF.Symbol));
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

std::vector<uint32_t> CostTableBuilder::sortLines() {
  std::vector<uint32_t> Order(Lines.size());
  for (uint32_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  llvm::sort(Order, [&](uint32_t L, uint32_t R) {
    int C = compareLines(*this, Lines[L], Lines[R]);
    return C ? C < 0 : L < R;
  });
  std::vector<abi::LineRec> Sorted;
  std::vector<uint32_t> NewIndex(Lines.size());
  for (uint32_t Old : Order) {
    if (Sorted.empty() || compareLines(*this, Sorted.back(), Lines[Old]))
      Sorted.push_back(Lines[Old]);
    NewIndex[Old] = Sorted.size() - 1;
  }
  Lines = std::move(Sorted);
  for (abi::CostRec &C : Costs)
    C.Line = NewIndex[C.Line];
  for (abi::OperationRec &O : Operations)
    O.Line = NewIndex[O.Line];
  for (abi::JumpRec &J : Jumps) {
    J.Line = NewIndex[J.Line];
    J.Target = NewIndex[J.Target];
  }
  return NewIndex;
}

std::vector<uint8_t> CostTableBuilder::finish() const {
  abi::CostHeader H = {};
  H.Magic = abi::CostMagic;
  H.Version = abi::CostVersion;
  H.Flags = Flags;
  H.NumSlots = NumSlots;
  H.NumDerived = Derived.size();
  H.NumFunctions = Functions.size();
  H.NumFrames = Frames.size();
  H.NumLines = Lines.size();
  H.NumLoops = Loops.size();
  H.NumBlocks = Blocks.size();
  H.NumCosts = Costs.size();
  H.NumOperations = Operations.size();
  H.NumBranches = Branches.size();
  H.SourceFile = SourceFile;
  H.NumCodeLines = NumCodeLines;
  H.NumCallees = Callees.size();
  H.NumExports = Exports.size();
  H.NumJumps = Jumps.size();

  std::vector<uint8_t> Out(sizeof(H));
  appendRecords(Out, Derived);
  appendRecords(Out, Functions);
  appendRecords(Out, Frames);
  appendRecords(Out, Lines);
  appendRecords(Out, Loops);
  appendRecords(Out, Blocks);
  appendRecords(Out, Costs);
  appendRecords(Out, Operations);
  appendRecords(Out, Branches);
  appendRecords(Out, Callees);
  appendRecords(Out, Exports);
  appendRecords(Out, Jumps);
  finishTable(Out, H, Strings);
  return Out;
}

std::vector<uint8_t> CostTableBuilder::finishWithPackedCopy() const {
  std::vector<uint8_t> Out = finish();
  std::vector<uint8_t> Packed = packTable(Out);
  if (Packed.empty())
    return Out;
  abi::CostHeader H;
  std::memcpy(&H, Out.data(), sizeof(H));
  H.Flags |= abi::HasPackedCopy;
  std::memcpy(Out.data(), &H, sizeof(H));
  llvm::append_range(Out, Packed);
  return Out;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {

/// The valid ranges of the fields in a table's records.
struct Limits {
  uint64_t NumSlots, NumValues;
  StringRef Strings;

  bool string(uint32_t Offset) const { return isStringStart(Strings, Offset); }
  bool value(uint32_t Value) const {
    return Value == abi::ZeroValue || Value < NumValues;
  }
};

} // namespace

static bool indexOrNone(uint32_t Index, uint64_t Size) {
  return Index == abi::NoIndex || Index < Size;
}

static bool range(uint32_t First, uint32_t Count, uint64_t Size) {
  return uint64_t(First) + Count <= Size;
}

/// Returns an error message if an index, an offset or a count is wrong, or "".
static StringRef checkRecords(const CostRecords &T, const Limits &L) {
  for (size_t I = 0; I != T.Derived.size(); ++I) {
    const abi::DerivedRec &D = T.Derived[I];
    Limits Own = {0, L.NumSlots + I, ""};
    if (!Own.value(D.Left) || !Own.value(D.Right) || D.Subtract > 1)
      return "a derived value is out of range";
  }
  uint64_t BlocksOfFunctions = 0;
  for (const abi::CodeRec &F : T.Functions) {
    if (!L.string(F.Symbol) || !L.string(F.Name) || !L.string(F.File) ||
        !range(F.FirstBlock, F.NumBlocks, T.Blocks.size()))
      return "a function is out of range";
    BlocksOfFunctions += F.NumBlocks;
  }
  if (BlocksOfFunctions != T.Blocks.size())
    return "its functions do not have each block once";
  for (size_t I = 0; I != T.Frames.size(); ++I) {
    const abi::FrameRec &F = T.Frames[I];
    if (!indexOrNone(F.Parent, I) || !L.string(F.Function) ||
        !L.string(F.Name) || !L.string(F.File))
      return "a frame is out of range";
  }
  for (const abi::LineRec &R : T.Lines)
    if (R.Function >= T.Functions.size() || !L.string(R.File))
      return "a cost centre is out of range";
  for (size_t I = 0; I != T.Loops.size(); ++I) {
    const abi::LoopRec &R = T.Loops[I];
    if (R.Function >= T.Functions.size() || !indexOrNone(R.Parent, I) ||
        R.Header >= T.Blocks.size() || !indexOrNone(R.Frame, T.Frames.size()))
      return "a loop is out of range";
  }
  for (size_t I = 0; I != T.Blocks.size(); ++I) {
    const abi::BlockRec &B = T.Blocks[I];
    if (B.Function >= T.Functions.size() || !L.value(B.Value) ||
        !indexOrNone(B.Loop, T.Loops.size()) ||
        !range(B.FirstCost, B.NumCosts, T.Costs.size()))
      return "a block is out of range";
    // The subtraction is unsigned: blocks before the first wrap around.
    const abi::CodeRec &F = T.Functions[B.Function];
    if (I - F.FirstBlock >= F.NumBlocks)
      return "its functions do not have each block once";
  }
  for (const abi::CostRec &C : T.Costs)
    if (!indexOrNone(C.Frame, T.Frames.size()) || C.Line >= T.Lines.size())
      return "a cost is out of range";
  for (const abi::OperationRec &O : T.Operations)
    if (!indexOrNone(O.Frame, T.Frames.size()) || O.Line >= T.Lines.size() ||
        O.Block >= T.Blocks.size() ||
        O.Kind > static_cast<uint8_t>(abi::AccessKind::Modify) ||
        !range(O.FirstBranch, O.NumBranches, T.Branches.size()) ||
        (O.Flags & abi::HasKey && O.Frame == abi::NoIndex))
      return "an operation is out of range";
  for (const abi::BranchRec &B : T.Branches)
    if (B.Block >= T.Blocks.size() || !L.value(B.Taken))
      return "a branch is out of range";
  for (const abi::CalleeRec &C : T.Callees)
    if (C.Block >= T.Blocks.size() || !L.string(C.Symbol) ||
        !indexOrNone(C.Frame, T.Frames.size()))
      return "a callee is out of range";
  for (const abi::ExportRec &E : T.Exports)
    if (!L.string(E.Symbol))
      return "an export is out of range";
  for (const abi::JumpRec &J : T.Jumps)
    if (J.Block >= T.Blocks.size() || J.Line >= T.Lines.size() ||
        J.Target >= T.Lines.size() || !L.value(J.Taken))
      return "a jump is out of range";
  return "";
}

static Error checkVersion(const abi::CostHeader &H) {
  if (H.Version == abi::CostVersion)
    return Error::success();
  return malformedTable("version " + Twine(H.Version) + "; this udpc reads " +
                        Twine(abi::CostVersion));
}

Expected<CostTable> CostTable::decode(StringRef Bytes) {
  if (!isPackedTable(Bytes))
    return decodePlain(Bytes);
  abi::CostHeader Packed;
  if (!RecordCursor(Bytes).read(Packed))
    return malformedTable("the header is cut off");
  if (Error E = checkVersion(Packed))
    return E;
  Expected<std::string> Plain = unpackTable(Bytes);
  if (!Plain)
    return Plain.takeError();
  Expected<CostTable> T = decodePlain(*Plain);
  if (T)
    T->Bytes = Bytes.take_front(Packed.TotalSize).str();
  return T;
}

void CostTable::setNumbers(const abi::CostHeader &H) {
  Flags = H.Flags;
  NumSlots = H.NumSlots;
  NumOperations = H.NumOperations;
  NumLines = H.NumLines;
  NumFunctions = H.NumFunctions;
  NumCallees = H.NumCallees;
}

Expected<CostTable> CostTable::ofReference(StringRef Bytes) {
  Expected<TableReference> Reference =
      TableReference::parse(Bytes, sizeof(abi::CostHeader));
  if (!Reference)
    return Reference.takeError();
  abi::CostHeader H, Stored;
  std::memcpy(&H, Reference->Header.data(), sizeof(H));
  std::memcpy(&Stored, Bytes.data(), sizeof(Stored));
  if (Error E = checkVersion(H))
    return E;
  if (H.Magic != abi::CostMagic && H.Magic != abi::PackedCostMagic)
    return malformedTable("the reference is not to a cost table");
  CostTable T;
  T.Bytes = Bytes.take_front(Stored.TotalSize).str();
  T.IsReference = true;
  T.setNumbers(H);
  T.Strings = std::string(1, '\0');
  return T;
}

CostTable CostTable::ofDecoded(StringRef Bytes) {
  abi::CostHeader H;
  std::memcpy(&H, Bytes.data(), sizeof(H));
  CostTable T;
  T.Bytes = Bytes.str();
  T.IsReference = true;
  T.setNumbers(H);
  T.Strings = std::string(1, '\0');
  return T;
}

Expected<CostTable> CostTable::decodePlain(StringRef Bytes) {
  abi::CostHeader H;
  if (!RecordCursor(Bytes).read(H))
    return malformedTable("the header is cut off");
  if (H.Magic != abi::CostMagic)
    return malformedTable("not a cost table");
  if (Error E = checkVersion(H))
    return E;
  if (H.TotalSize > Bytes.size())
    return malformedTable("the table is cut off");
  if (H.TotalSize < sizeof(H) || H.TotalSize % 8)
    return malformedTable("its size is wrong");

  CostTable T;
  T.Bytes = Bytes.take_front(H.TotalSize).str();
  T.setNumbers(H);
  T.SourceFile = H.SourceFile;
  RecordCursor C(StringRef(T.Bytes).drop_front(sizeof(H)));
  StringRef Strings;
  if (!C.read(H.NumDerived, T.Derived) ||
      !C.read(H.NumFunctions, T.Functions) || !C.read(H.NumFrames, T.Frames) ||
      !C.read(H.NumLines, T.Lines) || !C.read(H.NumLoops, T.Loops) ||
      !C.read(H.NumBlocks, T.Blocks) || !C.read(H.NumCosts, T.Costs) ||
      !C.read(H.NumOperations, T.Operations) ||
      !C.read(H.NumBranches, T.Branches) || !C.read(H.NumCallees, T.Callees) ||
      !C.read(H.NumExports, T.Exports) || !C.read(H.NumJumps, T.Jumps) ||
      !C.take(H.StringsSize, Strings))
    return malformedTable("a list is cut off");
  if (C.rest().size() >= 8)
    return malformedTable("its size is wrong");
  T.Strings = Strings.str();
  if (T.Strings.empty() || T.Strings.front() || T.Strings.back())
    return malformedTable("its strings are not terminated");
  if (!isStringStart(T.Strings, H.SourceFile))
    return malformedTable("a string is out of range");

  uint64_t NumValues = uint64_t(H.NumSlots) + H.NumDerived;
  if (!isPlausibleNumSlots(H.NumSlots, H.TotalSize))
    return malformedTable("too many slots");
  StringRef Wrong = checkRecords(T, {H.NumSlots, NumValues, T.Strings});
  if (!Wrong.empty())
    return malformedTable(Wrong);
  for (size_t I = 1; I < T.Lines.size(); ++I)
    if (compareLines(T, T.Lines[I - 1], T.Lines[I]) >= 0)
      return malformedTable("its cost centres are not sorted");
  return T;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

MemoryOperationKey CostTable::key(uint32_t Frame) const {
  MemoryOperationKey Key;
  for (; Frame != abi::NoIndex; Frame = Frames[Frame].Parent) {
    const abi::FrameRec &F = Frames[Frame];
    Key.Frames.push_back(
        {string(F.Function).str(), F.LineOffset, F.Discriminator});
  }
  std::reverse(Key.Frames.begin(), Key.Frames.end());
  return Key;
}

std::vector<uint64_t> CostTable::values(std::vector<uint64_t> Slots) const {
  Slots.resize(uint64_t(NumSlots) + Derived.size());
  values::deriveCounts(Derived.data(), Derived.size(), NumSlots, Slots.data());
  return Slots;
}
