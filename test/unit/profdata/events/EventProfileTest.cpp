//===- EventProfileTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/profdata/ProfileBytes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static std::string fullProfile() {
  return makeProfile({fullTable()}, {{0, {{0, 0, 5}, {0, 1, 2}}},
                                     {1, {{0, 0, 6}, {0, 2, 9}}}});
}

static std::string errorOf(StringRef Profile) {
  EventProfile P;
  return toString(P.add(MemoryBufferRef(Profile, "x.prof")));
}

static bool addTo(EventProfile &P, StringRef Profile) {
  Error E = P.add(MemoryBufferRef(Profile, "x.prof"));
  bool Failed = bool(E);
  consumeError(std::move(E));
  return !Failed;
}

/// The sealed profile with \p Value at \p Offset.
template <typename T>
static std::string with(std::string Profile, size_t Offset, T Value) {
  std::memcpy(&Profile[Offset], &Value, sizeof(Value));
  sealProfile(Profile);
  return Profile;
}

TEST(EventProfile, ReadsWhatTheContractSays) {
  EventProfile P;
  ASSERT_TRUE(addTo(P, fullProfile()));
  EXPECT_EQ(P.runs(), 1u);
  EXPECT_EQ(P.command(), "./app");
  ASSERT_EQ(P.units().size(), 1u);
  ASSERT_EQ(P.threads().size(), 2u);
  EXPECT_EQ(P.threads().at(0).at({0, 0}), 5u);
  EXPECT_EQ(P.threads().at(1).at({0, 2}), 9u);
}

TEST(EventProfile, ReadsProfilesWithoutUnitsThreadsOrCommand) {
  EventProfile P;
  EXPECT_TRUE(addTo(P, makeProfile({}, {}, "")));
  EXPECT_TRUE(P.units().empty());
  EXPECT_EQ(P.command(), "");
}

TEST(EventProfile, SaysWhyItRefuses) {
  std::string Profile = fullProfile();
  EXPECT_EQ(errorOf(""), "x.prof: not a udpc profile");
  EXPECT_EQ(errorOf("\x7f"
                    "ELF and so on, and on, and on"),
            "x.prof: not a udpc profile");
  EXPECT_EQ(errorOf(StringRef(Profile).take_front(40)),
            "x.prof: truncated: the header is not complete");
  EXPECT_EQ(errorOf(StringRef(Profile).take_front(120)),
            "x.prof: truncated: 120 of " + std::to_string(Profile.size()) +
                " bytes");
  EXPECT_EQ(errorOf(Profile + "12345678"),
            "x.prof: 8 bytes after the end of the profile");
  std::string Altered = Profile;
  Altered[Altered.size() - 3] ^= 1;
  EXPECT_EQ(errorOf(Altered),
            "x.prof: checksum mismatch: the file was altered");
  std::string Later = Profile;
  Later[offsetof(abi::ProfileHeader, Version)] = 7;
  EXPECT_EQ(errorOf(Later),
            "x.prof: profile version 7; this udpc reads versions up to 3");
}

TEST(EventProfile, RefusesWhatDoesNotFitTogether) {
  std::string Profile = fullProfile();
  // After the command and the module.
  size_t Table = sizeof(abi::ProfileHeader) + 8 + 16;
  EXPECT_EQ(errorOf(with(Profile, Table - 16, 0xfffffff8)),
            "x.prof: malformed profile: unit 0 is cut off");
  size_t Thread = Table + fullTable().size();
  size_t Count = Thread + sizeof(abi::ThreadRec);
  EXPECT_NE(errorOf(with(Profile, Table, 0u)), "") << "magic of the table";
  EXPECT_NE(errorOf(with(Profile, Table + 8, UINT64_MAX)), "");
  EXPECT_NE(errorOf(with(Profile, Thread + 16, UINT64_MAX)), "")
      << "number of counts";
  EXPECT_NE(errorOf(with(Profile, Thread + 16, (UINT64_MAX >> 4) + 2)), "")
      << "number of counts whose size overflows";
  EXPECT_NE(errorOf(with(Profile, Count, 1u)), "") << "unit";
  EXPECT_NE(errorOf(with(Profile, Count + 4, 3u)), "") << "slot";
  for (size_t Field : {offsetof(abi::ProfileHeader, NumUnits),
                       offsetof(abi::ProfileHeader, NumThreads),
                       offsetof(abi::ProfileHeader, CommandSize)})
    for (uint32_t Value : {0u, 3u, 1u << 31, 0xffffffffu}) {
      // A shorter command moves nothing while its padding stays the same.
      if (Field == offsetof(abi::ProfileHeader, CommandSize) && Value == 3)
        continue;
      EXPECT_NE(errorOf(with(Profile, Field, Value)), "") << Field;
    }
}

TEST(EventProfile, SurvivesTruncationAtEveryByte) {
  std::string Profile = fullProfile();
  for (size_t Size = 0; Size != Profile.size(); ++Size) {
    std::string Cut = Profile.substr(0, Size);
    EXPECT_NE(errorOf(Cut), "") << Size;
    if (Size < sizeof(abi::ProfileHeader))
      continue;
    sealProfile(Cut);
    EXPECT_NE(errorOf(Cut), "") << Size;
  }
}

TEST(EventProfile, SurvivesEveryAlteredByte) {
  std::string Profile = fullProfile();
  for (size_t I = 0; I != Profile.size(); ++I)
    for (unsigned Flip : {0x01, 0x10, 0x80, 0xff}) {
      std::string Altered = Profile;
      Altered[I] ^= Flip;
      // The header's pid and number of runs are free; the rest is covered by
      // magic, version, size, checksum or bounds.
      bool Free = (I >= offsetof(abi::ProfileHeader, Pid) && I < 32) ||
                  (I >= offsetof(abi::ProfileHeader, NumRuns) && I < 48);
      bool Bounds = I >= offsetof(abi::ProfileHeader, NumUnits) && I < 44;
      if (!Free && !Bounds)
        EXPECT_NE(errorOf(Altered), "") << I;
      // With the right checksum it is refused or read, but never followed out
      // of bounds.
      if (I >= sizeof(abi::ProfileHeader))
        sealProfile(Altered);
      errorOf(Altered);
    }
}

TEST(EventProfile, AddsNothingWhenItRefuses) {
  EventProfile P;
  ASSERT_TRUE(addTo(P, fullProfile()));
  std::string Bad = fullProfile();
  Bad = with(Bad, Bad.size() - 12, 77u); // The last slot.
  EXPECT_FALSE(addTo(P, Bad));
  EXPECT_EQ(P.runs(), 1u);
  EXPECT_EQ(P.threads().at(1).at({0, 0}), 6u);
}

TEST(EventProfile, AddsUpUnitsAndThreads) {
  SiteTableBuilder Other;
  Other.setSourceFile("/src/other.c");
  Other.setNumSlots(1);
  Bytes A = fullTable(), B = Other.finish();
  EventProfile P;
  ASSERT_TRUE(addTo(P, fullProfile()));
  // The same unit by another number, loaded twice; another order of threads.
  ASSERT_TRUE(addTo(
      P, makeProfile({B, A, A}, {{abi::OtherThreads, {{1, 0, 100}}},
                                 {1, {{0, 0, 8}, {1, 0, 10}, {2, 0, 20}}}})));
  ASSERT_EQ(P.units().size(), 2u);
  EXPECT_EQ(P.units()[1].sourceFile(), "/src/other.c");
  ASSERT_EQ(P.threads().size(), 3u);
  EXPECT_EQ(P.threads().at(0).at({0, 0}), 5u);
  EXPECT_EQ(P.threads().at(1).at({0, 0}), 6u + 10 + 20);
  EXPECT_EQ(P.threads().at(1).at({1, 0}), 8u);
  EXPECT_EQ(P.threads().rbegin()->first, abi::OtherThreads);
  EXPECT_EQ(P.runs(), 2u);
  EXPECT_EQ(P.command(), "./app");
  ASSERT_TRUE(addTo(P, makeProfile({}, {}, "./else")));
  EXPECT_EQ(P.command(), "") << "no command that all runs share";
}

TEST(EventProfile, WritesWhatItReads) {
  EventProfile P, Q;
  ASSERT_TRUE(addTo(P, fullProfile()));
  ASSERT_TRUE(addTo(P, fullProfile()));
  SmallString<128> Dir, File, Again;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("udpc-profdata", Dir));
  (File = Dir) += "/a.prof";
  (Again = Dir) += "/b.prof";
  ASSERT_EQ(toString(P.write(File)), "");
  auto Written = MemoryBuffer::getFile(File);
  ASSERT_TRUE(bool(Written));
  ASSERT_EQ(toString(Q.add(**Written)), "");
  EXPECT_EQ(Q.runs(), 2u);
  EXPECT_EQ(Q.threads(), P.threads());
  ASSERT_EQ(toString(Q.write(Again)), "");
  auto A = MemoryBuffer::getFile(File), B = MemoryBuffer::getFile(Again);
  ASSERT_TRUE(A && B);
  EXPECT_EQ((*A)->getBuffer(), (*B)->getBuffer());
  // Nothing else is left behind.
  std::error_code EC;
  unsigned Files = 0;
  for (sys::fs::directory_iterator It(Dir, EC), End; !EC && It != End;
       It.increment(EC))
    ++Files;
  EXPECT_EQ(Files, 2u);
  EXPECT_NE(toString(Q.write((Dir + "/none/c.prof").str())), "");
  sys::fs::remove_directories(Dir);
}

TEST(EventProfile, TheChecksumCoversTheHeader) {
  std::string Good = makeProfile({fullTable()}, {}, "./app", "", 2);
  for (size_t Field : {offsetof(abi::ProfileHeader, Pid),
                       offsetof(abi::ProfileHeader, NumRuns)}) {
    std::string Bad = Good;
    Bad[Field] ^= 1;
    EventProfile P;
    EXPECT_EQ(llvm::toString(P.add(llvm::MemoryBufferRef(Bad, "x.prof"))),
              "x.prof: checksum mismatch: the file was altered");
  }
  // It did not in version 1, which is read all the same.
  std::string Old = Good;
  abi::ProfileHeader H;
  std::memcpy(&H, Old.data(), sizeof(H));
  H.Version = 1;
  H.Checksum = llvm::crc32(
      llvm::arrayRefFromStringRef(llvm::StringRef(Old).drop_front(sizeof(H))));
  std::memcpy(Old.data(), &H, sizeof(H));
  EventProfile P;
  EXPECT_FALSE(llvm::errorToBool(P.add(llvm::MemoryBufferRef(Old, "x.prof"))));
}

TEST(EventProfile, UnitsOfOtherModulesAreOtherUnits) {
  auto Of = [](StringRef Module, uint64_t Count) {
    return makeProfile({fullTable()}, {{0, {{0, 0, Count}}}}, "./app", Module);
  };
  EventProfile P;
  ASSERT_TRUE(addTo(P, Of("/bin/app", 5)));
  ASSERT_TRUE(addTo(P, Of("/lib/liba.so", 7)));
  ASSERT_TRUE(addTo(P, Of("/bin/app", 1)));
  ASSERT_EQ(P.units().size(), 2u);
  EXPECT_EQ(P.modules().vec(),
            (std::vector<std::string>{"/bin/app", "/lib/liba.so"}));
  EXPECT_EQ(P.threads().at(0).at({0, 0}), 6u);
  EXPECT_EQ(P.threads().at(0).at({1, 0}), 7u);
}

TEST(EventProfile, OldVersionsHaveNoModules) {
  EventProfile P;
  ASSERT_TRUE(addTo(P, makeProfile({fullTable()}, {{0, {{0, 0, 5}}}}, "./app",
                                   "", /*Version=*/2)));
  EXPECT_EQ(P.modules().vec(), (std::vector<std::string>{""}));
  EXPECT_EQ(P.threads().at(0).at({0, 0}), 5u);
}

TEST(EventProfile, UnitsOfEarlierProfilesAreKnown) {
  SiteTableBuilder Other;
  Other.setSourceFile("/src/b.c");
  Other.setNumSlots(1);
  Bytes Tables[] = {fullTable(), Other.finish()};
  // Three programs come in turns.
  std::string Programs[] = {
      makeProfile({Tables[0]}, {{0, {{0, 0, 5}, {0, 1, 2}}}}),
      makeProfile({Tables[1]}, {{0, {{0, 0, 7}}}}),
      makeProfile({Tables[1], Tables[0]}, {{0, {{0, 0, 1}, {1, 0, 10}}}})};
  EventProfile Turns, Fresh;
  for (unsigned Round = 0; Round != 3; ++Round)
    for (const std::string &Program : Programs) {
      ASSERT_TRUE(addTo(Turns, Program));
      EventProfile One;
      ASSERT_TRUE(addTo(One, Program));
      Fresh.add(One);
    }
  EXPECT_EQ(Turns.units().size(), 2u);
  EXPECT_EQ(Turns.threads(), Fresh.threads());
  EXPECT_EQ(Turns.threads().at(0).at({0, 0}), 3 * (5u + 10u));
  EXPECT_EQ(Turns.threads().at(0).at({1, 0}), 3 * (7u + 1u));
}

TEST(EventProfile, DamageIsFoundAlsoIfUnitsAreKnown) {
  std::string Profile = makeProfile({fullTable()}, {{0, {{0, 0, 5}}}});
  EventProfile P;
  ASSERT_TRUE(addTo(P, Profile));
  for (size_t I = 0; I != Profile.size(); ++I) {
    std::string Damaged = Profile;
    Damaged[I] ^= 16;
    EXPECT_FALSE(addTo(P, Damaged)) << I;
    EXPECT_FALSE(addTo(P, StringRef(Profile).take_front(I))) << I;
  }
  EXPECT_EQ(P.runs(), 1u);
}

} // namespace udpc
