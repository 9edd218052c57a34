//===- PackedColumns.cpp - The columns of a packed cost table -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/PackedColumns.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

namespace {

/// The value that a number is probably near to.
enum class Prediction : uint8_t {
  Zero,
  /// The previous number in the column; 0 for the first.
  Before,
  /// The number of the last record with the same Key; else Before.
  SameKey,
  /// The number whose distance from Other is the same as in the last record
  /// with the same Key; else Before.
  SameDistance,
  /// The previous number plus the Other of its record.
  Sum,
  /// The index of the record. Absent indices are coded as difference 0.
  Index,
  /// The largest previous number, plus 1.
  Next,
  /// The cost centre of the record's frame in the function of its block; if
  /// there is none, SameKey.
  Centre,
};

/// One word of a list's records. Key and Other are words that come earlier in
/// the list of columns.
struct Column {
  unsigned Word;
  Prediction How = Prediction::Before;
  unsigned Key = 0, Other = 0;
};

/// A list of records, which have one 32-bit word for each column.
struct RecordList {
  uint64_t Size;
  ArrayRef<Column> Columns;

  uint64_t bytes() const { return Size * Columns.size() * 4; }
};

/// Reads the records of a list, as far as they are known.
class RecordWords {
public:
  RecordWords() = default;
  RecordWords(const RecordList &List, const uint8_t *Bytes)
      : Bytes(Bytes), NumRecords(List.Size), NumWords(List.Columns.size()) {}

  uint64_t size() const { return NumRecords; }
  uint32_t get(uint64_t Record, unsigned Word) const {
    return support::endian::read32le(Bytes + (Record * NumWords + Word) * 4);
  }

private:
  const uint8_t *Bytes = nullptr;
  uint64_t NumRecords = 0;
  unsigned NumWords = 0;
};

} // namespace

using P = Prediction;
static constexpr Column DerivedColumns[] = {{0}, {1}, {2, P::Zero}};
static constexpr Column FunctionColumns[] = {{0}, {1}, {2},
                                             {3}, {5}, {4, P::Sum, 0, 5}};
static constexpr Column FrameColumns[] = {
    {0, P::Index},      {1},
    {2, P::SameKey, 1}, {3, P::SameKey, 1},
    {4, P::SameKey, 1}, {5, P::SameDistance, 1, 4},
    {6, P::Zero}};
static constexpr Column LineColumns[] = {{0}, {1}, {2}};
static constexpr Column LoopColumns[] = {{0}, {1, P::Index}, {2}, {3}};
static constexpr Column BlockColumns[] = {
    {0}, {1}, {2}, {4}, {3, P::Sum, 0, 4}, {5, P::Zero}};
static constexpr Column CostColumns[] = {
    {0, P::Next}, {1, P::Centre, 0}, {2, P::Zero}, {3, P::Zero}};
static constexpr Column OperationColumns[] = {
    {0, P::Next},      {2},          {1, P::Centre, 0}, {3, P::Zero}, {5},
    {4, P::Sum, 0, 5}, {6, P::Zero}, {7, P::Zero}};
static constexpr Column BranchColumns[] = {{0}, {1, P::SameKey, 0}};
static constexpr Column CalleeColumns[] = {
    {0}, {1}, {2}, {3, P::Zero}, {4, P::Zero}};
static constexpr Column ExportColumns[] = {{0}};
static constexpr Column JumpColumns[] = {{0}, {1}, {2}, {3}, {4, P::Zero}};

namespace {

/// The lists between the header and the strings, in the order of the table.
enum ListIndex {
  Derived,
  Functions,
  Frames,
  Lines,
  Loops,
  Blocks,
  Costs,
  Operations,
  Branches,
  Callees,
  Exports,
  Jumps,
  NumLists
};

} // namespace

using RecordLists = std::array<RecordList, NumLists>;

template <typename T, size_t N>
static RecordList listOf(uint32_t Size, const Column (&Columns)[N]) {
  static_assert(sizeof(T) == N * 4);
  return {Size, Columns};
}

static RecordLists listsOf(const abi::CostHeader &H) {
  return {listOf<abi::DerivedRec>(H.NumDerived, DerivedColumns),
          listOf<abi::CodeRec>(H.NumFunctions, FunctionColumns),
          listOf<abi::FrameRec>(H.NumFrames, FrameColumns),
          listOf<abi::LineRec>(H.NumLines, LineColumns),
          listOf<abi::LoopRec>(H.NumLoops, LoopColumns),
          listOf<abi::BlockRec>(H.NumBlocks, BlockColumns),
          listOf<abi::CostRec>(H.NumCosts, CostColumns),
          listOf<abi::OperationRec>(H.NumOperations, OperationColumns),
          listOf<abi::BranchRec>(H.NumBranches, BranchColumns),
          listOf<abi::CalleeRec>(H.NumCallees, CalleeColumns),
          listOf<abi::ExportRec>(H.NumExports, ExportColumns),
          listOf<abi::JumpRec>(H.NumJumps, JumpColumns)};
}

uint64_t udpc::recordsSize(const abi::CostHeader &H) {
  // The counts are 32 bits wide, so the sum cannot overflow.
  uint64_t Size = 0;
  for (const RecordList &List : listsOf(H))
    Size += List.bytes();
  return Size;
}

//===----------------------------------------------------------------------===//
// Predictions
//===----------------------------------------------------------------------===//

namespace {

/// Maps frames to cost centres. Can be created when frames, lines and blocks
/// are known.
class CostCentres {
public:
  CostCentres(RecordWords Frames, RecordWords Lines, RecordWords Blocks,
              uint64_t NumCosts);

  /// Returns the index of the LineRec, if there is one.
  std::optional<uint32_t> find(uint32_t Function, uint32_t Frame) const {
    if (Frame >= Frames.size())
      return std::nullopt;
    auto It = LineOf.find({Function, uint64_t(Frames.get(Frame, 3)) << 32 |
                                         Frames.get(Frame, 4)});
    if (It == LineOf.end())
      return std::nullopt;
    return It->second;
  }
  uint32_t functionOfCost(uint64_t Cost) const { return FunctionOf[Cost]; }
  uint32_t functionOfBlock(uint32_t Block) const {
    return Block < Blocks.size() ? Blocks.get(Block, 0) : abi::NoIndex;
  }

private:
  RecordWords Frames, Blocks;
  /// Keyed by function, file and line.
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> LineOf;
  std::vector<uint32_t> FunctionOf;
};

} // namespace

CostCentres::CostCentres(RecordWords Frames, RecordWords Lines,
                         RecordWords Blocks, uint64_t NumCosts)
    : Frames(Frames), Blocks(Blocks), FunctionOf(NumCosts, abi::NoIndex) {
  for (uint64_t I = 0; I != Lines.size(); ++I)
    LineOf.try_emplace(
        {Lines.get(I, 0), uint64_t(Lines.get(I, 1)) << 32 | Lines.get(I, 2)},
        static_cast<uint32_t>(I));
  // The costs of successive blocks are adjacent.
  uint64_t Next = 0;
  for (uint64_t I = 0; I != Blocks.size(); ++I) {
    uint32_t First = Blocks.get(I, 3), Count = Blocks.get(I, 4);
    if (First != Next || Count > NumCosts - Next)
      continue;
    std::fill_n(FunctionOf.begin() + First, Count, Blocks.get(I, 0));
    Next += Count;
  }
}

namespace {

/// Encodes or decodes the numbers of one column, in order.
class ColumnCoder {
public:
  ColumnCoder(const Column &C, RecordWords Records, const CostCentres *Centres,
              bool IsCosts)
      : C(C), Records(Records), Centres(Centres), IsCosts(IsCosts) {}

  /// Returns the code of \p Word in record \p I, which is small if the
  /// prediction is good.
  uint32_t encode(uint64_t I, uint32_t Word);
  /// Returns the word of the code in record \p I.
  uint32_t decode(uint64_t I, uint32_t Code);

private:
  uint32_t predict(uint64_t I) const;
  void add(uint64_t I, uint32_t Word);
  std::optional<uint32_t> differenceOfNone() const;

  const Column &C;
  RecordWords Records;
  const CostCentres *Centres;
  bool IsCosts;
  uint32_t Before = 0, NextNumber = 0;
  /// The last word or distance, by key. Keys of 64 bits have no reserved
  /// values.
  DenseMap<uint64_t, uint32_t> Last;
};

} // namespace

uint32_t ColumnCoder::predict(uint64_t I) const {
  switch (C.How) {
  case P::Zero:
    return 0;
  case P::Before:
    return Before;
  case P::Centre: {
    uint32_t Function = IsCosts ? Centres->functionOfCost(I)
                                : Centres->functionOfBlock(Records.get(I, 2));
    if (auto Line = Centres->find(Function, Records.get(I, C.Key)))
      return *Line;
    [[fallthrough]];
  }
  case P::SameKey: {
    auto It = Last.find(Records.get(I, C.Key));
    return It == Last.end() ? Before : It->second;
  }
  case P::SameDistance: {
    auto It = Last.find(Records.get(I, C.Key));
    return It == Last.end() ? Before : Records.get(I, C.Other) - It->second;
  }
  case P::Sum:
    return I ? Before + Records.get(I - 1, C.Other) : 0;
  case P::Index:
    return static_cast<uint32_t>(I);
  case P::Next:
    return NextNumber;
  }
  llvm_unreachable("covered");
}

void ColumnCoder::add(uint64_t I, uint32_t Word) {
  Before = Word;
  if (C.How == P::SameKey || C.How == P::Centre)
    Last[Records.get(I, C.Key)] = Word;
  if (C.How == P::SameDistance)
    Last[Records.get(I, C.Key)] = Records.get(I, C.Other) - Word;
  if (Word != abi::NoIndex && Word >= NextNumber)
    NextNumber = Word + 1;
}

/// Returns the difference as which absent indices are written; the number with
/// that difference is written as the absent index's difference.
std::optional<uint32_t> ColumnCoder::differenceOfNone() const {
  if (C.How == P::Index)
    return 0;
  if (C.How == P::Next)
    return 0x7fffffff;
  return std::nullopt;
}

/// Maps small differences of either sign to small codes.
static uint32_t zigzag(uint32_t Difference) {
  return Difference << 1 ^ (0 - (Difference >> 31));
}
static uint32_t unzigzag(uint32_t Code) { return Code >> 1 ^ (0 - (Code & 1)); }

uint32_t ColumnCoder::encode(uint64_t I, uint32_t Word) {
  uint32_t Predicted = predict(I), Difference = Word - Predicted;
  if (auto None = differenceOfNone()) {
    if (Word == abi::NoIndex)
      Difference = *None;
    else if (Difference == *None)
      Difference = abi::NoIndex - Predicted;
  }
  add(I, Word);
  return zigzag(Difference);
}

uint32_t ColumnCoder::decode(uint64_t I, uint32_t Code) {
  uint32_t Predicted = predict(I), Difference = unzigzag(Code);
  uint32_t Word = Predicted + Difference;
  if (auto None = differenceOfNone()) {
    if (Difference == *None)
      Word = abi::NoIndex;
    else if (Word == abi::NoIndex)
      Word = Predicted + *None;
  }
  add(I, Word);
  return Word;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// Calls \p Each with a coder for each column of each list, the list, the
/// column's word and the records, until it returns false.
template <typename ByteT, typename Callable>
static bool forEachColumn(const abi::CostHeader &H, ByteT *Records,
                          Callable Each) {
  RecordLists Lists = listsOf(H);
  std::array<RecordWords, NumLists> Words;
  std::optional<CostCentres> Centres;
  for (unsigned L = 0; L != NumLists; ++L) {
    const RecordList &List = Lists[L];
    Words[L] = RecordWords(List, Records);
    if (L == Costs)
      Centres.emplace(Words[Frames], Words[Lines], Words[Blocks], List.Size);
    for (const Column &C : List.Columns) {
      ColumnCoder Coder(C, Words[L], Centres ? &*Centres : nullptr, L == Costs);
      if (!Each(Coder, List, C.Word, Records))
        return false;
    }
    Records += List.bytes();
  }
  return true;
}

void udpc::packColumns(const abi::CostHeader &H, const uint8_t *Records,
                       raw_ostream &OS) {
  forEachColumn(H, Records,
                [&](ColumnCoder &Coder, const RecordList &List, unsigned Word,
                    const uint8_t *At) {
                  RecordWords Words(List, At);
                  for (uint64_t I = 0; I != List.Size; ++I)
                    encodeULEB128(Coder.encode(I, Words.get(I, Word)), OS);
                  return true;
                });
}

bool udpc::unpackColumns(const abi::CostHeader &H, ArrayRef<uint8_t> &Packed,
                         uint8_t *Records) {
  auto Unpack = [&](ColumnCoder &Coder, const RecordList &List, unsigned Word,
                    uint8_t *At) {
    for (uint64_t I = 0; I != List.Size; ++I) {
      unsigned Length;
      const char *Error = nullptr;
      uint64_t Code =
          decodeULEB128(Packed.data(), &Length, Packed.end(), &Error);
      if (Error || Code > UINT32_MAX)
        return false;
      Packed = Packed.drop_front(Length);
      support::endian::write32le(At + (I * List.Columns.size() + Word) * 4,
                                 Coder.decode(I, static_cast<uint32_t>(Code)));
    }
    return true;
  };
  return forEachColumn(H, Records, Unpack);
}
