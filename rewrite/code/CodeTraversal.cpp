//===- CodeTraversal.cpp - Decodes the code of a file ---------------------===//
//
// Follows control flow from all functions, landing pads and labels: only bytes
// that are reached this way are known to be code. The bytes between are decoded
// in sequence to find the jumps that they may contain and to recognise padding.
// A compiler's jump table is a list of distances from its own address, which
// the function takes. So each address of data that code takes is read as such a
// list, up to the next one, while its entries lead to code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/ModuleContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

using Contents = ModuleCode::Contents;

namespace {

class Traversal {
public:
  explicit Traversal(Contents &C) : C(C) {}
  void run();

private:
  void addRoots();
  void walkAll();
  void walk(uint64_t Address);
  bool accept(CodeSection &S, const ModuleInstruction &I);
  void note(const ModuleInstruction &I, bool IsReached);
  void noteReference(uint64_t Reference, uint64_t From, bool IsAddress);
  void markOverlap(CodeSection &S, const ModuleInstruction &I);
  void addConstantRoots();
  void addRoot(uint64_t Address);
  void dropFalseTargets();
  template <class Callable>
  void readTable(uint64_t Table, uint64_t End, unsigned Size, int32_t Range,
                 Callable TargetOf);
  bool mayBePart(int32_t Range) const;
  void readTables();
  bool seemsRelative(uint64_t Table, uint64_t Label, int32_t Range) const;
  void readLabelTables();
  void sweepGaps();
  bool followsEnd(const CodeSection &S, size_t At) const;
  void sweepGap(CodeSection &S, size_t Begin, size_t End);

  Contents &C;
  std::vector<uint64_t> Work;
  std::vector<FlowInstruction> GapFlows;
  std::set<std::pair<uint64_t, uint64_t>> TablesRead, LabelTablesRead;
  std::vector<bool> HasIndirectJump; ///< By range.
  /// The addresses in each range that the range's own code takes.
  std::map<int32_t, std::set<uint64_t>> Labels;
  std::vector<uint64_t> InData; ///< The address constants in data, sorted.
  SmallVector<uint64_t, 4> Constants;
};

} // namespace

/// Adds the functions of the file, landing pads, and addresses of function
/// starts that data contains.
void Traversal::addRoots() {
  std::vector<uint64_t> Pads;
  for (const CodeRangeOfFunction &R : C.Ranges) {
    Work.push_back(R.Range.Begin);
    if (R.ExceptionTable)
      readLandingPads(C, R.ExceptionTable, R.Range.Begin, Pads);
  }
  for (uint64_t Pad : Pads) {
    if (!C.sectionAt(Pad))
      continue;
    C.addFlags(Pad, JumpTarget);
    Work.push_back(Pad);
  }
  for (uint64_t Address : C.AddressConstants)
    C.addFlags(Address, JumpTarget | IndirectTarget);
}

void Traversal::noteReference(uint64_t Reference, uint64_t From,
                              bool IsAddress) {
  if (C.sectionAt(Reference)) {
    C.addFlags(Reference, JumpTarget | IndirectTarget);
    C.AddressConstants.push_back(Reference);
    if (int32_t Range = C.rangeAt(From);
        IsAddress && Range >= 0 && C.rangeAt(Reference) == Range)
      Labels[Range].insert(Reference);
  } else if (IsAddress && !C.dataAt(Reference).empty()) {
    C.DataReferences.insert({Reference, From});
  }
}

void Traversal::note(const ModuleInstruction &I, bool IsReached) {
  if (I.Kind != Flow::Next) {
    FlowInstruction F;
    F.Address = I.Address;
    F.Target = I.isDirect() ? I.Target : 0;
    F.Kind = I.Kind;
    F.Size = I.Size;
    F.IsReached = IsReached;
    (IsReached ? C.Flows : GapFlows).push_back(F);
    if (I.isDirect())
      C.addFlags(I.Target, JumpTarget);
  }
  if (I.Reference) {
    const CodeSection *S = C.sectionAt(I.Address);
    noteReference(I.Reference, I.Address,
                  S->Bytes[I.Address - S->Address + I.Opcode] == 0x8d);
  }
  for (uint64_t Constant : Constants)
    noteReference(Constant, I.Address, true);
}

/// Marks the bytes of \p I and of the instructions that it overlaps.
void Traversal::markOverlap(CodeSection &S, const ModuleInstruction &I) {
  size_t Begin = I.Address - S.Address, End = Begin + I.Size;
  constexpr size_t MaxSize = 15;
  for (size_t At = Begin < MaxSize ? 0 : Begin - MaxSize; At != End; ++At) {
    if (!(S.Flags[At] & ReachedStart) || At + S.Lengths[At] <= Begin)
      continue;
    for (size_t Byte = At; Byte != At + S.Lengths[At]; ++Byte)
      S.Flags[Byte] |= OverlapByte;
  }
  for (size_t Byte = Begin; Byte != End; ++Byte)
    S.Flags[Byte] |= OverlapByte;
}

/// Records \p I and pushes its target. Returns whether control continues at the
/// next instruction.
bool Traversal::accept(CodeSection &S, const ModuleInstruction &I) {
  size_t At = I.Address - S.Address;
  bool Overlaps = false;
  for (size_t Byte = At; Byte != At + I.Size; ++Byte)
    Overlaps |= (S.Flags[Byte] & ReachedByte) != 0;
  if (Overlaps)
    markOverlap(S, I);
  for (size_t Byte = At; Byte != At + I.Size; ++Byte)
    S.Flags[Byte] |= ReachedByte;
  S.Flags[At] |= ReachedStart;
  S.Lengths[At] = I.Size;
  note(I, /*IsReached=*/true);
  if (I.isDirect() && C.sectionAt(I.Target))
    Work.push_back(I.Target);
  if (I.Kind == Flow::IndirectJump)
    if (int32_t Range = C.rangeAt(I.Address); Range >= 0)
      HasIndirectJump[Range] = true;
  if (!I.fallsThrough())
    return false;
  // A call at the end of a function does not return.
  if (I.Kind != Flow::Call && I.Kind != Flow::IndirectCall)
    return true;
  int32_t Range = C.rangeAt(I.Address);
  return Range < 0 || I.end() < C.Ranges[Range].Range.End;
}

void Traversal::walk(uint64_t Address) {
  CodeSection *S = C.sectionAt(Address);
  while (S && Address < S->end()) {
    size_t At = Address - S->Address;
    if (S->Flags[At] & ReachedStart)
      return;
    ModuleInstruction I;
    Constants.clear();
    if (!C.Reader->read(S->Bytes.drop_front(At), Address, I,
                        C.IsPositionIndependent ? nullptr : &Constants) ||
        !accept(*S, I))
      return;
    Address = I.end();
  }
}

void Traversal::walkAll() {
  while (!Work.empty()) {
    uint64_t Next = Work.back();
    Work.pop_back();
    walk(Next);
  }
}

/// Adds labels whose address is taken, since indirect jumps reach them. A label
/// whose address only code has, in a function without indirect jumps, is
/// something else, perhaps data.
void Traversal::addConstantRoots() {
  llvm::sort(C.AddressConstants);
  C.AddressConstants.erase(llvm::unique(C.AddressConstants),
                           C.AddressConstants.end());
  for (uint64_t Address : C.AddressConstants) {
    int32_t Range = C.rangeAt(Address);
    if (Range >= 0 &&
        (HasIndirectJump[Range] ||
         std::binary_search(InData.begin(), InData.end(), Address)))
      addRoot(Address);
  }
}

/// Pushes \p Address unless it is inside a known instruction or in padding.
void Traversal::addRoot(uint64_t Address) {
  uint16_t Flags = C.flagsAt(Address);
  if ((Flags & (ReachedByte | ReachedStart)) != ReachedByte &&
      !(Flags & FreeByte))
    Work.push_back(Address);
}

/// Clears the target flags of constants that point into instructions: they are
/// not addresses.
void Traversal::dropFalseTargets() {
  for (CodeSection &S : C.Sections)
    for (uint16_t &Flags : S.Flags)
      if ((Flags & (ReachedByte | ReachedStart | OverlapByte)) == ReachedByte)
        Flags &= ~(JumpTarget | IndirectTarget);
}

/// Reads a list of entries at \p Table, each of \p Size bytes, which \p
/// TargetOf converts to addresses, up to \p End or the first entry that does
/// not lead to code.
template <class Callable>
void Traversal::readTable(uint64_t Table, uint64_t End, unsigned Size,
                          int32_t Range, Callable TargetOf) {
  ArrayRef<uint8_t> Bytes = C.dataAt(Table);
  for (uint64_t At = 0; At + Size <= Bytes.size() && Table + At < End;
       At += Size) {
    uint64_t Target = TargetOf(Bytes.data() + At);
    if (!C.sectionAt(Target))
      break;
    C.addFlags(Target, JumpTarget | IndirectTarget);
    int32_t To = C.rangeAt(Target);
    if (Range < 0 || To < 0)
      continue;
    CodeRangeOfFunction &R = C.Ranges[Range];
    if (To == Range) {
      (Size == 4 ? R.HasJumpTable : R.HasLabels) = true;
      R.BeginsAtTableTarget |= Target == R.Range.Begin;
    }
    // Cases that are rarely executed are in another part of the function.
    if (To == Range || mayBePart(To))
      addRoot(Target);
  }
}

/// Whether \p Range could be a separate part of a function.
bool Traversal::mayBePart(int32_t Range) const {
  const CodeRangeOfFunction &R = C.Ranges[Range];
  return !R.IsExported &&
         (R.Names.empty() || R.Names.front().contains(".cold"));
}

void Traversal::readTables() {
  for (auto I = C.DataReferences.begin(); I != C.DataReferences.end(); ++I) {
    auto [Table, From] = *I;
    if (Table % 4 || !TablesRead.insert(*I).second)
      continue;
    auto Next = C.DataReferences.lower_bound({Table + 1, 0});
    uint64_t End = Next == C.DataReferences.end() ? UINT64_MAX : Next->first;
    int32_t Range = C.rangeAt(From);
    readTable(Table, End, 4, Range, [Table = Table](const uint8_t *Entry) {
      return Table + static_cast<uint64_t>(
                         int64_t(int32_t(support::endian::read32le(Entry))));
    });
    // Position-independent code has relocations for absolute addresses.
    if (!C.IsPositionIndependent && Range >= 0 && HasIndirectJump[Range])
      readTable(Table, End, 8, Range, [](const uint8_t *Entry) {
        return support::endian::read64le(Entry);
      });
  }
}

/// Whether the table at \p Table could contain distances from \p Label: the
/// first entries lead to instructions of \p Range, as far as these are known.
bool Traversal::seemsRelative(uint64_t Table, uint64_t Label,
                              int32_t Range) const {
  constexpr unsigned NumTried = 4;
  ArrayRef<uint8_t> Bytes = C.dataAt(Table);
  if (Bytes.size() < 4 * NumTried)
    return false;
  for (unsigned I = 0; I != NumTried; ++I) {
    auto Distance =
        static_cast<int32_t>(support::endian::read32le(Bytes.data() + 4 * I));
    uint64_t Target = Label + static_cast<uint64_t>(int64_t(Distance));
    if (C.rangeAt(Target) != Range ||
        (C.flagsAt(Target) & (ReachedByte | ReachedStart)) == ReachedByte)
      return false;
  }
  return true;
}

/// Reads tables of distances from labels, which programs contain that subtract
/// addresses of labels, such as printf of the C library.
void Traversal::readLabelTables() {
  for (auto I = C.DataReferences.begin(); I != C.DataReferences.end(); ++I) {
    auto [Table, From] = *I;
    int32_t Range = C.rangeAt(From);
    auto Bases = Labels.find(Range);
    if (Table % 4 || Bases == Labels.end() || !HasIndirectJump[Range] ||
        !LabelTablesRead.insert(*I).second)
      continue;
    auto Next = C.DataReferences.lower_bound({Table + 1, 0});
    uint64_t End = Next == C.DataReferences.end() ? UINT64_MAX : Next->first;
    for (uint64_t Label : Bases->second)
      if (seemsRelative(Table, Label, Range))
        readTable(Table, End, 4, Range, [=](const uint8_t *Entry) {
          return Label + static_cast<uint64_t>(int64_t(
                             int32_t(support::endian::read32le(Entry))));
        });
  }
}

/// Whether the instruction before \p At is reached and does not continue there.
bool Traversal::followsEnd(const CodeSection &S, size_t At) const {
  uint64_t Before = S.instructionBefore(S.Address + At);
  return Before && !C.instructionAt(Before).fallsThrough();
}

/// Decodes the unreached bytes from \p Begin to \p End of \p S.
void Traversal::sweepGap(CodeSection &S, size_t Begin, size_t End) {
  // Padding follows an instruction that does not continue there, and extends
  // to the next possible target.
  bool IsPadding = followsEnd(S, Begin);
  size_t PaddingEnd = Begin;
  for (size_t At = Begin; At != End;) {
    ModuleInstruction I;
    Constants.clear();
    bool IsTarget = S.Flags[At] & (JumpTarget | FunctionStart);
    if (IsTarget)
      IsPadding = false;
    bool IsValid =
        C.Reader->read(S.Bytes.slice(At, End - At), S.Address + At, I,
                       C.IsPositionIndependent ? nullptr : &Constants);
    size_t Size = IsValid ? I.Size : 1;
    bool IsFiller =
        IsValid && (I.IsNop || (I.Kind == Flow::Trap && S.Bytes[At] == 0xcc));
    if (!IsFiller) {
      IsPadding = false;
      for (size_t Byte = At; Byte != At + Size; ++Byte)
        S.Flags[Byte] |= UnknownByte;
    }
    if (IsPadding)
      PaddingEnd = At + Size;
    if (IsValid)
      note(I, /*IsReached=*/false);
    At += Size;
  }
  // Fillers before something unknown may be data as well.
  bool EndsWell = PaddingEnd == S.Bytes.size() ||
                  (S.Flags[PaddingEnd] & (ReachedStart | JumpTarget));
  for (size_t At = Begin; At != PaddingEnd && EndsWell; ++At)
    S.Flags[At] |= FreeByte;
}

void Traversal::sweepGaps() {
  GapFlows.clear();
  for (CodeSection &S : C.Sections) {
    for (uint16_t &Flags : S.Flags)
      Flags &= ~(FreeByte | UnknownByte);
    for (size_t At = 0; At != S.Bytes.size();) {
      if (S.Flags[At] & ReachedByte) {
        ++At;
        continue;
      }
      size_t Begin = At;
      while (At != S.Bytes.size() && !(S.Flags[At] & ReachedByte))
        ++At;
      sweepGap(S, Begin, At);
    }
  }
}

void Traversal::run() {
  HasIndirectJump.assign(C.Ranges.size(), false);
  InData = C.AddressConstants;
  addRoots();
  walkAll();
  // References from unreached code limit the tables that are read.
  sweepGaps();
  do {
    addConstantRoots();
    readTables();
    size_t NumFlows = C.Flows.size();
    walkAll();
    readLabelTables();
    walkAll();
    if (NumFlows == C.Flows.size())
      break;
  } while (true);
  sweepGaps();
  dropFalseTargets();
  append_range(C.Flows, GapFlows);
  C.sortFlows();
}

void udpc::traverseCode(Contents &C) { Traversal(C).run(); }
