// The runtime adds profiles up as `udpc merge` does, which has more memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/ProfileImage.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// 8-byte aligned bytes.
class Image {
public:
  explicit Image(llvm::StringRef Text)
      : Words((Text.size() + 7) / 8), Size(Text.size()) {
    if (!Text.empty())
      std::memcpy(Words.data(), Text.data(), Text.size());
    IsValid = viewProfile(bytes(), Size, View);
  }
  const uint8_t *bytes() const {
    return reinterpret_cast<const uint8_t *>(Words.data());
  }

  bool IsValid;
  ProfileImage View;

private:
  std::vector<uint64_t> Words;
  uint64_t Size;
};

} // namespace

static std::string sum(const std::string &A, const std::string &B) {
  Image L(A), R(B);
  EXPECT_TRUE(L.IsValid && R.IsValid);
  std::vector<uint32_t> Scratch(scratchForAdding(L.View, R.View));
  std::vector<uint64_t> Out((A.size() + B.size()) / 8 + 1);
  auto *Bytes = reinterpret_cast<uint8_t *>(Out.data());
  uint64_t Size = addProfiles(L.View, R.View, Scratch.data(), Bytes);
  return std::string(reinterpret_cast<char *>(Bytes), Size);
}

static std::string difference(const std::string &A, const std::string &B) {
  Image L(A), R(B);
  EXPECT_TRUE(L.IsValid && R.IsValid);
  std::vector<uint64_t> Out(A.size() / 8 + 1);
  auto *Bytes = reinterpret_cast<uint8_t *>(Out.data());
  std::vector<uint32_t> Scratch(scratchForSubtracting(L.View, R.View));
  uint64_t Size = subtractProfile(L.View, R.View, Scratch.data(), Bytes);
  return std::string(reinterpret_cast<char *>(Bytes), Size);
}

static EventProfile events(const std::string &Bytes) {
  EventProfile P;
  EXPECT_FALSE(
      llvm::errorToBool(P.add(llvm::MemoryBufferRef(Bytes, "p.prof"))));
  return P;
}

static EventProfile events(const std::string &A, const std::string &B) {
  EventProfile P = events(A);
  EXPECT_FALSE(llvm::errorToBool(P.add(llvm::MemoryBufferRef(B, "q.prof"))));
  return P;
}

static Bytes tableOf(llvm::StringRef File, uint32_t NumSlots) {
  SiteTableBuilder T;
  T.setSourceFile(File);
  T.setNumSlots(NumSlots);
  uint32_t E = T.addEvent("e", -1);
  // Slot 1 counts down.
  T.addDerived(udpc::abi::ZeroValue, 1, /*Subtract=*/true);
  T.addSite(siteOf(T, E, udpc::abi::SiteKind::Entry, File, 1, "f"),
            {{0, 0, 0, 0, 0}});
  return T.finish();
}

static std::vector<TestThread> randomThreads(std::mt19937 &Random,
                                             uint32_t NumUnits) {
  std::vector<TestThread> Threads;
  for (uint64_t Index : {uint64_t(0), uint64_t(1), uint64_t(5), UINT64_MAX}) {
    if (Random() % 3 == 0)
      continue;
    TestThread T = {Index, {}};
    for (uint32_t U = 0; U != NumUnits; ++U)
      for (uint32_t S = 0; S != 3; ++S)
        if (Random() % 2)
          T.Counts.push_back({U, S, 1 + Random() % 100});
    Threads.push_back(std::move(T));
  }
  return Threads;
}

TEST(ProfileAddition, AddsEventsAsMergeDoes) {
  std::mt19937 Random(1);
  std::vector<Bytes> All;
  for (const char *File : {"a.c", "b.c", "c.c", "d.c"})
    All.push_back(tableOf(File, 3));
  for (int Round = 0; Round != 300; ++Round) {
    std::string Profiles[2];
    for (std::string &P : Profiles) {
      std::vector<Bytes> Tables = All;
      std::shuffle(Tables.begin(), Tables.end(), Random);
      Tables.resize(Random() % 5);
      P = makeProfile(Tables, randomThreads(Random, Tables.size()),
                      Random() % 2 ? "./a" : "./b 1");
    }
    std::string Sum = sum(Profiles[0], Profiles[1]);
    EventProfile Ours = events(Sum), Theirs = events(Profiles[0], Profiles[1]);
    EXPECT_EQ(Ours.threads(), Theirs.threads());
    EXPECT_EQ(Ours.runs(), Theirs.runs());
    EXPECT_EQ(Ours.command(), Theirs.command());
    ASSERT_EQ(Ours.units().size(), Theirs.units().size());
    for (size_t I = 0; I != Ours.units().size(); ++I)
      EXPECT_EQ(Ours.units()[I].bytes(), Theirs.units()[I].bytes());
  }
}

TEST(ProfileAddition, WhatDoesNotFitStaysAtTheLimit) {
  Bytes Table = tableOf("a.c", 3);
  constexpr uint64_t Most = INT64_MAX, Minus = -uint64_t(5);
  auto Profile = [&](uint64_t Up, uint64_t Down) {
    return makeProfile({Table}, {{0, {{0, 0, Up}, {0, 1, Down}}}});
  };
  auto Slot = [](const std::string &P, uint32_t S) {
    return events(P).threads().at(0).at({0, S});
  };
  std::string Sum = sum(Profile(Most - 1, Minus), Profile(3, 2));
  EXPECT_EQ(Slot(Sum, 0), Most);
  EXPECT_EQ(Slot(Sum, 1), -uint64_t(3));
  Sum = sum(Profile(UINT64_MAX, 1 + Most), Profile(UINT64_MAX, Minus));
  EXPECT_EQ(Slot(Sum, 0), Most);
  EXPECT_EQ(Slot(Sum, 1), 1 + Most);
  EXPECT_EQ(events(Profile(UINT64_MAX, Minus), Profile(9, Minus))
                .threads()
                .at(0)
                .at({0, 0}),
            Most);
}

static CacheProfileRegion regionOf(uint64_t Id, uint32_t Unit, uint64_t Count) {
  CacheProfileRegion R;
  R.Id = Id;
  R.Begins = Count;
  R.Name = "r" + std::to_string(Id);
  R.Counts.Slots = {{Unit, 1, Count}};
  R.Counts.Lines = {{Unit, 2, {0, Count}}};
  return R;
}

TEST(ProfileAddition, AddsCostsAsMergeDoes) {
  TableBytes Table = testBuilder().finish();
  CostTableBuilder Other = testBuilder();
  Other.NumSlots = 2;
  Other.Blocks[0].NumCalls = 7;
  TableBytes OtherTable = Other.finish();
  std::vector<CacheProfileThread> A = testThreads(), B = testThreads();
  B[0].Operations[0].Strides[0] = {64, 9};
  B[0].Operations[0].NumLines = 3;
  B[0].Operations[0].Leader = Fill;
  for (CacheProfileThread &T : B) {
    for (auto &R : T.Slots)
      R.Unit = 1;
    for (auto &R : T.Operations)
      R.Unit = 1;
    for (auto &R : T.Lines)
      R.Unit = 1;
  }
  using udpc::abi::NoIndex;
  // Unit, function, caller's unit, caller, callee, parent, calls, costs.
  std::string L = makeCacheProfile({Table}, A, udpc::abi::CachesSimulated, "a",
                                   {{0, 0, 0, 0, NoIndex, NoIndex, 3, {30, 1}},
                                    {0, 0, NoIndex, 0, 0, NoIndex, 1, {9}}},
                                   udpc::abi::CallsRecorded,
                                   {regionOf(3, 0, 5), regionOf(8, 0, 9)}),
              R = makeCacheProfile({OtherTable, Table}, B,
                                   udpc::abi::CachesSimulated, "a",
                                   {{0, 0, 0, 0, NoIndex, NoIndex, 2, {8, 1}},
                                    {1, 0, 1, 0, NoIndex, NoIndex, 5, {7}},
                                    {1, 0, 1, 0, NoIndex, NoIndex, 1, {1}}},
                                   udpc::abi::CallsRecorded,
                                   {regionOf(8, 0, 1), regionOf(9, 1, 20)});
  for (const auto &[First, Second] :
       {std::pair(L, R), std::pair(R, L), std::pair(R, R)}) {
    std::string Sum = sum(First, Second);
    CacheProfile Ours = llvm::cantFail(CacheProfile::decode(Sum, "s"));
    CacheProfile Theirs = llvm::cantFail(CacheProfile::decode(First, "f"));
    Theirs.add(llvm::cantFail(CacheProfile::decode(Second, "g")));
    EXPECT_EQ(Ours.NumRuns, Theirs.NumRuns);
    ASSERT_EQ(Ours.Units.size(), Theirs.Units.size());
    ASSERT_EQ(Ours.Threads.size(), Theirs.Threads.size());
    auto Same = [](const auto &X, const auto &Y) {
      return X.size() == Y.size() &&
             (X.empty() ||
              !std::memcmp(X.data(), Y.data(), X.size() * sizeof(X[0])));
    };
    for (size_t I = 0; I != Ours.Threads.size(); ++I) {
      EXPECT_TRUE(Same(Ours.Threads[I].Slots, Theirs.Threads[I].Slots));
      EXPECT_TRUE(
          Same(Ours.Threads[I].Operations, Theirs.Threads[I].Operations));
      EXPECT_TRUE(Same(Ours.Threads[I].Lines, Theirs.Threads[I].Lines));
    }
    EXPECT_FALSE(Ours.Calls.empty());
    EXPECT_TRUE(Same(Ours.Calls, Theirs.Calls));
    EXPECT_EQ(Ours.CallsHeader.Flags, udpc::abi::CallsRecorded);
    EXPECT_EQ(Ours.Caches.TimeSamples, 200u);
    EXPECT_EQ(Ours.Caches.UnprofiledSamples, 92u);
    // What was there before is taken away again.
    CacheProfile Rest =
        llvm::cantFail(CacheProfile::decode(difference(Sum, First), "d"));
    EXPECT_EQ(Rest.Caches.TimeSamples, 100u);
    EXPECT_EQ(Rest.Caches.UnprofiledSamples, 46u);
    CacheProfile Added = llvm::cantFail(CacheProfile::decode(Second, "g"));
    uint64_t Left = 0, Expected = 0;
    for (const udpc::abi::CallRec &C : Rest.Calls)
      Left += C.Calls + 1000 * C.Costs[0];
    for (const udpc::abi::CallRec &C : Added.Calls)
      Expected += C.Calls + 1000 * C.Costs[0];
    EXPECT_EQ(Left, Expected);
    EXPECT_EQ(Rest.Calls.size(), Added.Calls.size());
    ASSERT_EQ(Ours.Regions.size(), Theirs.Regions.size());
    for (size_t I = 0; I != Ours.Regions.size(); ++I) {
      const CacheProfileRegion &X = Ours.Regions[I], &Y = Theirs.Regions[I];
      EXPECT_EQ(X.Id, Y.Id);
      EXPECT_EQ(X.Name, Y.Name);
      EXPECT_EQ(X.Begins, Y.Begins);
      EXPECT_TRUE(Same(X.Counts.Slots, Y.Counts.Slots));
      EXPECT_TRUE(Same(X.Counts.Lines, Y.Counts.Lines));
    }
    Left = Expected = 0;
    for (const CacheProfileRegion &Region : Rest.Regions)
      for (const udpc::abi::CountRec &C : Region.Counts.Slots)
        Left += C.Count * Region.Id + Region.Begins;
    for (const CacheProfileRegion &Region : Added.Regions)
      for (const udpc::abi::CountRec &C : Region.Counts.Slots)
        Expected += C.Count * Region.Id + Region.Begins;
    EXPECT_EQ(Left, Expected);
  }
}

TEST(ProfileAddition, AddsContextsAsMergeDoes) {
  TableBytes Table = testBuilder().finish();
  using udpc::abi::BeyondContexts;
  using udpc::abi::NoIndex;
  auto Profile = [&](const std::vector<udpc::abi::CallRec> &Calls) {
    return makeCacheProfile(
        {Table}, testThreads(), udpc::abi::CachesSimulated, "a", Calls,
        udpc::abi::CallsRecorded | udpc::abi::ContextsRecorded);
  };
  const udpc::abi::CallRec Root = {0, 0, NoIndex, 0, NoIndex, NoIndex, 1, {90}};
  auto Call = [](uint32_t Function, uint32_t Parent, uint64_t Ir) {
    return udpc::abi::CallRec{0, Function, 0, 0, NoIndex, Parent, 1, {Ir}};
  };
  const udpc::abi::CallRec Others = {NoIndex, NoIndex, NoIndex, NoIndex,
                                     NoIndex, 1,       4,       {5}};
  std::string L = Profile({Root, Call(1, 0, 40), Call(0, 1, 20)}),
              R = Profile({Call(1, BeyondContexts, 5), Root, Call(0, 1, 3),
                           Call(1, 1, 2), Call(0, 3, 1)});
  std::string LWithOthers = Profile({Root, Call(1, 0, 40), Others});
  for (const auto &[First, Second] :
       {std::pair(L, R), std::pair(R, L), std::pair(LWithOthers, L)}) {
    std::string Sum = sum(First, Second);
    CacheProfile Ours = llvm::cantFail(CacheProfile::decode(Sum, "s"));
    CacheProfile Theirs = llvm::cantFail(CacheProfile::decode(First, "f"));
    Theirs.add(llvm::cantFail(CacheProfile::decode(Second, "g")));
    ASSERT_EQ(Ours.Calls.size(), Theirs.Calls.size());
    EXPECT_FALSE(std::memcmp(Ours.Calls.data(), Theirs.Calls.data(),
                             Ours.Calls.size() * sizeof(Ours.Calls[0])));
    CacheProfile Rest =
        llvm::cantFail(CacheProfile::decode(difference(Sum, First), "d"));
    uint64_t Left = 0, Expected = 0;
    for (const udpc::abi::CallRec &C : Rest.Calls)
      Left += C.Costs[0];
    for (const udpc::abi::CallRec &C :
         llvm::cantFail(CacheProfile::decode(Second, "g")).Calls)
      Expected += C.Costs[0];
    EXPECT_EQ(Left, Expected);
  }
}

TEST(ProfileAddition, DifferenceAndEarlierSumAreTheWhole) {
  Bytes A = tableOf("a.c", 3), B = tableOf("b.c", 3);
  std::string Before = makeProfile(
      {A}, {{0, {{0, 0, 5}, {0, 2, 1}}}, {1, {{0, 0, 7}}}, {2, {{0, 2, 4}}}});
  // A unit has come, and threads 1 and 2 are among the others.
  std::string Now =
      makeProfile({A, B}, {{0, {{0, 0, 5}, {0, 1, 2}, {0, 2, 3}, {1, 0, 1}}},
                           {3, {{1, 1, 9}}},
                           {UINT64_MAX, {{0, 0, 8}, {0, 2, 4}}}});
  EventProfile New = events(difference(Now, Before));
  EXPECT_EQ(New.runs(), 0u);
  std::map<uint64_t, ThreadCounts> Expected = {
      {0, {{{0, 1}, 2}, {{0, 2}, 2}, {{1, 0}, 1}}},
      {3, {{{1, 1}, 9}}},
      {UINT64_MAX, {{{0, 0}, 1}}}};
  EXPECT_EQ(New.threads(), Expected);
  EventProfile None = events(difference(Now, Now));
  for (const auto &[Index, Counts] : None.threads())
    EXPECT_TRUE(Counts.empty());
}

TEST(ProfileImage, RefusesDamageAnywhere) {
  std::string Good = makeProfile({tableOf("a.c", 3)}, {{0, {{0, 0, 5}}}});
  EXPECT_TRUE(Image(Good).IsValid);
  for (size_t I = 0; I != Good.size(); ++I) {
    std::string Bad = Good;
    Bad[I] ^= 1;
    EXPECT_FALSE(Image(Bad).IsValid) << I;
    EXPECT_FALSE(Image(Good.substr(0, I)).IsValid) << I;
    // With a checksum that fits, it need not be found, but nothing is read
    // outside.
    udpc::sealProfile(Bad);
    (void)Image(Bad).IsValid;
  }
  EXPECT_FALSE(
      Image(makeProfile({tableOf("a.c", 3)}, {{0, {{0, 3, 5}}}})).IsValid);
  EXPECT_FALSE(
      Image(makeProfile({tableOf("a.c", 3)}, {{0, {{1, 0, 5}}}})).IsValid);
  EXPECT_FALSE(Image(makeProfile({}, {{1, {}}, {0, {}}})).IsValid);
  EXPECT_FALSE(
      canAdd(Image(Good).View,
             Image(makeCacheProfile({testBuilder().finish()}, {})).View));
}

// With the checksum right, a profile may still be damaged.
TEST(ProfileImage, RefusesCandidatesBeyondTheTable) {
  using udpc::abi::SiteRec;
  Bytes Good = tableOf("a.c", 3);
  auto With = [&](uint32_t First, uint32_t Count) {
    Bytes Table = Good;
    udpc::abi::TableHeader H;
    std::memcpy(&H, Table.data(), sizeof(H));
    size_t At = sizeof(H) + H.NumEvents * sizeof(udpc::abi::EventRec) +
                H.NumEntries * sizeof(udpc::abi::EntryRec) +
                H.NumDerived * sizeof(udpc::abi::DerivedRec);
    SiteRec S;
    std::memcpy(&S, Table.data() + At, sizeof(S));
    S.FirstCandidate = First;
    S.NumCandidates = Count;
    std::memcpy(Table.data() + At, &S, sizeof(S));
    return Image(makeProfile({Table}, {{0, {{0, 0, 5}}}})).IsValid;
  };
  EXPECT_TRUE(With(0, 1));
  EXPECT_TRUE(With(1, 0));
  EXPECT_FALSE(With(1, 1));
  EXPECT_FALSE(With(0, 2));
  EXPECT_FALSE(With(UINT32_MAX, 1));
  EXPECT_FALSE(With(0, UINT32_MAX));
}
