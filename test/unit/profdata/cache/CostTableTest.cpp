//===- CostTableTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CacheProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static std::string errorOf(StringRef Table) {
  Expected<CostTable> T = CostTable::decode(Table);
  return T ? "" : toString(T.takeError());
}

static std::string errorOf(const CostTableBuilder &T) {
  TableBytes B = T.finish();
  return errorOf(asText(B));
}

static abi::CostHeader headerOf(const TableBytes &Table) {
  abi::CostHeader H;
  std::memcpy(&H, Table.data(), sizeof(H));
  return H;
}

static TableBytes withHeader(TableBytes Table, const abi::CostHeader &H) {
  std::memcpy(Table.data(), &H, sizeof(H));
  return Table;
}

/// Follows every index of a table that was decoded.
static uint64_t readAll(const CostTable &T) {
  uint64_t Sum = T.sourceFile().size();
  for (const abi::CodeRec &F : T.Functions)
    Sum += T.string(F.Symbol).size() + T.string(F.Name).size() +
           T.string(F.File).size();
  for (const abi::LineRec &L : T.Lines)
    Sum += T.string(L.File).size() + T.Functions[L.Function].Line;
  for (uint32_t I = 0; I != T.Frames.size(); ++I)
    Sum += T.key(I).text().size() + T.string(T.Frames[I].Name).size();
  for (const abi::LoopRec &L : T.Loops)
    Sum += T.Blocks[L.Header].Value + T.Functions[L.Function].Line;
  // Altered tables may ask for much memory; what there is to see shows in small
  // ones.
  std::vector<uint64_t> Values;
  if (T.numSlots() < 1000)
    Values = T.values({});
  for (const abi::BlockRec &B : T.Blocks) {
    if (B.Value != abi::ZeroValue && !Values.empty())
      Sum += Values[B.Value];
    for (const abi::CostRec &C : T.costs(B))
      Sum += T.Lines[C.Line].Line;
  }
  for (const abi::JumpRec &J : T.Jumps)
    Sum += T.Blocks[J.Block].NumCalls + T.Lines[J.Line].Line +
           T.Lines[J.Target].Line +
           (J.Taken == abi::ZeroValue || Values.empty() ? 0 : Values[J.Taken]);
  for (const abi::OperationRec &O : T.Operations)
    for (const abi::BranchRec &B : T.branches(O))
      Sum += T.Blocks[B.Block].NumCalls + T.Lines[O.Line].Line;
  return Sum;
}

TEST(CostTable, DecodesWhatTheBuilderMade) {
  TableBytes Bytes = testBuilder().finish();
  EXPECT_EQ(Bytes.size() % 8, 0u);
  EXPECT_EQ(headerOf(Bytes).TotalSize, Bytes.size());
  // The reader ignores bytes after the table.
  std::string More = asText(Bytes).str() + "the next table";
  Expected<CostTable> T = CostTable::decode(More);
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->bytes(), asText(Bytes));
  EXPECT_EQ(T->sourceFile(), "/src/a.c");
  EXPECT_TRUE(T->simulatesCaches());
  EXPECT_EQ(T->numSlots(), 2u);
  ASSERT_EQ(T->Functions.size(), 2u);
  EXPECT_EQ(T->string(T->Functions[0].Name), "main()");
  ASSERT_EQ(T->Blocks.size(), 3u);
  ASSERT_EQ(T->costs(T->Blocks[1]).size(), 2u);
  EXPECT_EQ(T->costs(T->Blocks[1])[0].Dr, 1u);
  ASSERT_EQ(T->branches(T->Operations[Chase]).size(), 1u);
  EXPECT_EQ(T->key(InlinedFrame).text(), "_Z4mainv:2 @ _Z4nextv:1.4");
  EXPECT_EQ(T->key(OuterFrame).text(), "_Z4mainv:2");
}

TEST(CostTable, DecodesTheEmptyTable) {
  TableBytes Bytes = CostTableBuilder().finish();
  Expected<CostTable> T = CostTable::decode(asText(Bytes));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->sourceFile(), "");
  EXPECT_FALSE(T->simulatesCaches());
  EXPECT_TRUE(T->values({}).empty());
}

TEST(CostTable, StoresEqualStringsOnce) {
  CostTableBuilder T;
  EXPECT_EQ(T.addString(""), 0u);
  uint32_t A = T.addString("a");
  EXPECT_NE(T.addString("b"), A);
  EXPECT_EQ(T.addString("a"), A);
  EXPECT_EQ(T.string(A), "a");
}

TEST(CostTable, SortsLinesByText) {
  CostTableBuilder T;
  // Offsets in the order opposite to that of the texts.
  uint32_t Z = T.addString("z"), B = T.addString("b.c"), A = T.addString("a.c");
  uint32_t F = T.addString("f"), C2 = T.addString("C2"), C1 = T.addString("C1");
  T.Functions = {{Z, Z, 0, 0, 0, 0},
                 {F, F, 0, 0, 0, 0},
                 // Two constructors, one name.
                 {C2, A, 0, 0, 0, 0},
                 {C1, A, 0, 0, 0, 0}};
  T.Lines = {{0, B, 1}, {0, A, 9}, {1, A, 20}, {1, A, 3}, {1, A, 20},
             {2, A, 5}, {3, A, 5}, {2, A, 4},  {3, A, 6}};
  T.Costs = {{abi::NoIndex, 4, 1, 0, 0, 0, 0}};
  T.Operations.resize(1);
  T.Operations[0].Line = 1;
  std::vector<uint32_t> New = T.sortLines();
  // a.c: constructors 4 (C2), 5 (C1), 5 (C2), 6 (C1); f 3, 20; z 9. b.c: z 1.
  EXPECT_EQ(New, (std::vector<uint32_t>{7, 6, 5, 4, 5, 2, 1, 0, 3}));
  ASSERT_EQ(T.Lines.size(), 8u);
  EXPECT_EQ(T.Lines[5].Line, 20u);
  EXPECT_EQ(T.Costs[0].Line, 5u);
  EXPECT_EQ(T.Operations[0].Line, 6u);
}

TEST(CostTable, RefusesLinesOutOfOrder) {
  CostTableBuilder T = testBuilder();
  std::swap(T.Lines[1], T.Lines[2]);
  EXPECT_EQ(errorOf(T), "its cost centres are not sorted");
  T = testBuilder();
  T.Lines[1] = T.Lines[2];
  EXPECT_EQ(errorOf(T), "its cost centres are not sorted");
}

TEST(CostTable, DerivesValues) {
  CostTableBuilder B;
  B.NumSlots = 2;
  B.Derived = {{0, 1, 1},              // 2: 10 - 13, negative: 0
               {2, 1, 0},              // 3: but what it is part of is right
               {abi::ZeroValue, 0, 0}, // 4
               {3, 4, 1}};             // 5
  TableBytes Bytes = B.finish();
  Expected<CostTable> T = CostTable::decode(asText(Bytes));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->values({10, 13}), (std::vector<uint64_t>{10, 13, 0, 10, 10, 0}));
  // Fewer slots than there are are 0.
  EXPECT_EQ(T->values({5}), (std::vector<uint64_t>{5, 0, 5, 5, 5, 0}));
}

TEST(CostTable, ValuesStayAtTheLargestNumber) {
  CostTableBuilder B;
  B.NumSlots = 2;
  B.Derived = {{0, 1, 0},  // 2: does not fit
               {2, 2, 0},  // 3
               {1, 3, 1},  // 4: negative
               {4, 3, 1}}; // 5: even more so
  TableBytes Bytes = B.finish();
  Expected<CostTable> T = CostTable::decode(asText(Bytes));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  const uint64_t Most = INT64_MAX;
  EXPECT_EQ(T->values({Most - 1, 2}),
            (std::vector<uint64_t>{Most - 1, 2, Most, Most, 0, 0}));
  EXPECT_EQ(T->values({Most + 1, 0})[0], Most);
}

TEST(CostTable, RefusesOtherThingsAndVersions) {
  TableBytes Table = testBuilder().finish();
  abi::CostHeader H = headerOf(Table);
  H.Magic = 1;
  EXPECT_EQ(errorOf(asText(withHeader(Table, H))), "not a cost table");
  H = headerOf(Table);
  H.Version = 9;
  EXPECT_EQ(errorOf(asText(withHeader(Table, H))),
            "version 9; this udpc reads " + std::to_string(abi::CostVersion));
  H = headerOf(Table);
  for (uint64_t Size : {uint64_t(0), uint64_t(8), H.TotalSize - 1,
                        H.TotalSize - 8, H.TotalSize + 8, UINT64_MAX}) {
    H.TotalSize = Size;
    EXPECT_NE(errorOf(asText(withHeader(Table, H))), "") << Size;
  }
  EXPECT_EQ(errorOf(StringRef()), "the header is cut off");
}

TEST(CostTable, RefusesIndicesOutOfRange) {
  using Change = void (*)(CostTableBuilder &);
  const std::pair<const char *, Change> Cases[] = {
      {"a derived value is out of range",
       [](CostTableBuilder &T) { T.Derived[0].Left = 2; }},
      {"a derived value is out of range",
       [](CostTableBuilder &T) { T.Derived[0].Right = 0xfffffffe; }},
      {"a derived value is out of range",
       [](CostTableBuilder &T) { T.Derived[0].Subtract = 2; }},
      {"a function is out of range",
       [](CostTableBuilder &T) { T.Functions[0].Name = 1000; }},
      {"a function is out of range",
       [](CostTableBuilder &T) { T.Functions[0].Symbol = 1000; }},
      {"a function is out of range",
       [](CostTableBuilder &T) { T.Functions[0].File = 1000; }},
      {"a function is out of range",
       [](CostTableBuilder &T) { T.Functions[0].FirstBlock = 0xffffffff; }},
      {"its functions do not have each block once",
       [](CostTableBuilder &T) { T.Functions[0].NumBlocks = 2; }},
      {"its functions do not have each block once",
       [](CostTableBuilder &T) {
         T.Functions[0].NumBlocks = 1;
         T.Functions[1].FirstBlock = 0;
         T.Functions[1].NumBlocks = 2;
       }},
      {"a frame is out of range",
       [](CostTableBuilder &T) { T.Frames[1].Parent = 1; }},
      {"a frame is out of range",
       [](CostTableBuilder &T) { T.Frames[0].Name = 1000; }},
      {"a cost centre is out of range",
       [](CostTableBuilder &T) { T.Lines[0].Function = 2; }},
      {"a cost centre is out of range",
       [](CostTableBuilder &T) { T.Lines[0].File = 1000; }},
      {"a loop is out of range",
       [](CostTableBuilder &T) { T.Loops[0].Parent = 0; }},
      {"a loop is out of range",
       [](CostTableBuilder &T) { T.Loops[0].Header = 3; }},
      {"a loop is out of range",
       [](CostTableBuilder &T) { T.Loops[0].Frame = 3; }},
      {"a block is out of range",
       [](CostTableBuilder &T) { T.Blocks[0].Function = 2; }},
      {"a block is out of range",
       [](CostTableBuilder &T) { T.Blocks[0].Value = 3; }},
      {"a block is out of range",
       [](CostTableBuilder &T) { T.Blocks[0].Loop = 1; }},
      {"a block is out of range",
       [](CostTableBuilder &T) { T.Blocks[0].FirstCost = 0xffffffff; }},
      {"a cost is out of range",
       [](CostTableBuilder &T) { T.Costs[0].Frame = 3; }},
      {"a cost is out of range",
       [](CostTableBuilder &T) { T.Costs[0].Line = abi::NoIndex; }},
      {"an operation is out of range",
       [](CostTableBuilder &T) { T.Operations[0].Line = 5; }},
      {"an operation is out of range",
       [](CostTableBuilder &T) { T.Operations[0].Block = 3; }},
      {"an operation is out of range",
       [](CostTableBuilder &T) { T.Operations[0].Kind = 3; }},
      // A key is made of frames.
      {"an operation is out of range",
       [](CostTableBuilder &T) { T.Operations[0].Frame = abi::NoIndex; }},
      {"an operation is out of range",
       [](CostTableBuilder &T) { T.Operations[0].NumBranches = 2; }},
      {"a callee is out of range",
       [](CostTableBuilder &T) { T.Callees[0].Block = 3; }},
      {"a callee is out of range",
       [](CostTableBuilder &T) { T.Callees[0].Symbol = 0xffff; }},
      {"a callee is out of range",
       [](CostTableBuilder &T) { T.Callees[0].Frame = 99; }},
      {"an export is out of range",
       [](CostTableBuilder &T) { T.Exports[0].Symbol += 1; }},
      {"a branch is out of range",
       [](CostTableBuilder &T) { T.Branches[0].Block = 3; }},
      {"a branch is out of range",
       [](CostTableBuilder &T) { T.Branches[0].Taken = 3; }},
      {"a jump is out of range",
       [](CostTableBuilder &T) { T.Jumps[0].Block = 3; }},
      {"a jump is out of range",
       [](CostTableBuilder &T) { T.Jumps[0].Line = 5; }},
      {"a jump is out of range",
       [](CostTableBuilder &T) { T.Jumps[0].Target = abi::NoIndex; }},
      {"a jump is out of range",
       [](CostTableBuilder &T) { T.Jumps[0].Taken = 3; }},
      {"a string is out of range",
       [](CostTableBuilder &T) { T.SourceFile = 1000; }},
      // A string that begins inside another one.
      {"a string is out of range",
       [](CostTableBuilder &T) { T.SourceFile += 1; }},
      {"too many slots",
       [](CostTableBuilder &T) { T.NumSlots = (1 << 24) + 1; }},
      // Not more than the table has bytes: readers have a number for each.
      {"too many slots",
       [](CostTableBuilder &T) { T.NumSlots = T.finish().size() + 1; }},
  };
  EXPECT_EQ(errorOf(testBuilder()), "");
  for (const auto &[Message, Change] : Cases) {
    CostTableBuilder T = testBuilder();
    Change(T);
    EXPECT_EQ(errorOf(T), Message) << "case " << &Message - &Cases[0].first;
  }
}

TEST(CostTable, RefusesCountsThatOverflow) {
  TableBytes Table = testBuilder().finish();
  for (uint32_t abi::CostHeader::*Count :
       {&abi::CostHeader::NumSlots, &abi::CostHeader::NumDerived,
        &abi::CostHeader::NumFunctions, &abi::CostHeader::NumFrames,
        &abi::CostHeader::NumLines, &abi::CostHeader::NumLoops,
        &abi::CostHeader::NumBlocks, &abi::CostHeader::NumCosts,
        &abi::CostHeader::NumOperations, &abi::CostHeader::NumBranches,
        &abi::CostHeader::NumCallees, &abi::CostHeader::NumExports,
        &abi::CostHeader::NumJumps, &abi::CostHeader::StringsSize,
        &abi::CostHeader::SourceFile})
    for (uint32_t Value :
         {1u << 25, 1u << 27, 1u << 28, 1u << 29, 1u << 31, 0xffffffffu}) {
      abi::CostHeader H = headerOf(Table);
      H.*Count = Value;
      EXPECT_NE(errorOf(asText(withHeader(Table, H))), "") << Value;
    }
}

TEST(CostTable, SurvivesTruncationAtEveryByte) {
  TableBytes Table = testBuilder().finish();
  for (size_t Size = 0; Size != Table.size(); ++Size) {
    // A buffer of its own, so that sanitizers see a read past its end.
    TableBytes Cut(Table.begin(), Table.begin() + Size);
    EXPECT_NE(errorOf(asText(Cut)), "") << Size;
    // The same with a header that agrees with the size.
    if (Size < sizeof(abi::CostHeader) || Size >= Table.size() - 7)
      continue;
    abi::CostHeader H = headerOf(Table);
    H.TotalSize = Size;
    EXPECT_NE(errorOf(asText(withHeader(Cut, H))), "") << Size;
  }
}

TEST(CostTable, SurvivesEveryAlteredByte) {
  TableBytes Table = testBuilder().finish();
  size_t NumRead = 0;
  for (size_t I = 0; I != Table.size(); ++I)
    for (unsigned Value : {0x00, 0x01, 0x7f, 0x80, 0xff, Table[I] ^ 0x10}) {
      TableBytes Altered = Table;
      Altered[I] = Value;
      Expected<CostTable> T = CostTable::decode(asText(Altered));
      if (!T) {
        consumeError(T.takeError());
        continue;
      }
      readAll(*T);
      ++NumRead;
    }
  // Strings and counts may be anything: the check is not merely for equality.
  EXPECT_GT(NumRead, Table.size());
}

} // namespace udpc
