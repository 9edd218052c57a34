//===- ContinuousFileTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/file/ContinuousFile.h"
#include "test/unit/profdata/ContinuousBytes.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static ContinuousBytes fullFile() {
  return fullContinuous(asString(fullTable()), 3);
}

static Expected<std::string> convert(StringRef Bytes) {
  std::string Note;
  return profileOfContinuous(Bytes, "x.prof", ProfilePart::Events, Note);
}

static std::string errorOf(StringRef Bytes) {
  Expected<std::string> Profile = convert(Bytes);
  return Profile ? "" : toString(Profile.takeError());
}

static EventProfile profileOf(const ContinuousBytes &File) {
  EventProfile P;
  cantFail(P.add(MemoryBufferRef(cantFail(convert(File.Bytes)), "x.prof")));
  return P;
}

TEST(ContinuousFile, AddsSlotsAndLists) {
  EventProfile P = profileOf(fullFile());
  EXPECT_EQ(P.command(), "./app");
  EXPECT_EQ(P.modules().vec(),
            (std::vector<std::string>{"/bin/app", "/lib/b.so"}));
  auto Threads = P.threads();
  // Less what was counted before the reset.
  EXPECT_EQ(Threads[0], (ThreadCounts{{{0, 0}, 4}, {{0, 1}, 2}}));
  EXPECT_EQ(Threads[1], (ThreadCounts{{{0, 2}, 7}}));
  EXPECT_EQ(Threads.count(2), 0u) << "ended before the reset";
  EXPECT_EQ(Threads[3], (ThreadCounts{{{1, 2}, 7}}));
  EXPECT_EQ(Threads.count(4), 0u) << "included in the others";
  EXPECT_EQ(Threads[abi::OtherThreads], (ThreadCounts{{{1, 0}, 1}}));
}

TEST(ContinuousFile, HasTheMainThreadWithoutCounts) {
  ContinuousBytes File;
  File.addUnit(asString(fullTable()), 3, 0, 0);
  File.addRunning(0, 0, {0, 0, 0});
  File.addRunning(1, 0, {0, 0, 0});
  EXPECT_EQ(profileOf(File).threads().size(), 1u);
}

TEST(ContinuousFile, MayBeOfAProcessThatHasJustBegun) {
  EXPECT_TRUE(profileOf(ContinuousBytes()).units().empty());
}

TEST(ContinuousFile, IgnoresCountsOfUnitsThatCouldNotBeWritten) {
  ContinuousBytes File;
  File.header().Flags = abi::CountsAreMissing;
  File.addUnit(asString(fullTable()), 3, 0, 0);
  File.addEnded(0, 0, 0, {{0, 0, 5}, {1, 0, 6}});
  std::string Note;
  auto Profile = profileOfContinuous(File.Bytes, "x", ProfilePart::Any, Note);
  ASSERT_TRUE(bool(Profile));
  EXPECT_EQ(Note, "some counts are missing: the file could not grow");
  EXPECT_EQ(profileOf(File).threads().at(0), (ThreadCounts{{{0, 0}, 5}}));
}

TEST(ContinuousFile, SaysThatTheExecutablesSlotsAreMissing) {
  ContinuousBytes File;
  File.header().Flags = abi::SlotsHaveNoPages;
  File.addUnit(asString(fullTable()), 3, abi::NoArea, 0);
  File.addRunning(0, 0, {1, 2, 3});
  std::string Note;
  auto Profile = profileOfContinuous(File.Bytes, "x", ProfilePart::Any, Note);
  ASSERT_TRUE(bool(Profile));
  EXPECT_NE(Note.find("-fudpc-continuous"), std::string::npos);
  EXPECT_TRUE(profileOf(File).threads().at(0).empty());
}

TEST(ContinuousFile, IsRefusedWithAReason) {
  auto With = [](auto Change) {
    ContinuousBytes File = fullFile();
    Change(File);
    return errorOf(File.Bytes);
  };
  EXPECT_EQ(errorOf("udpccont"),
            "x.prof: truncated: the header is not complete");
  EXPECT_EQ(With([](auto &F) { F.header().Version = 2; }),
            "x.prof: continuous file of version 2; this udpc reads version 1");
  const std::string Malformed = "x.prof: malformed continuous file: ";
  EXPECT_EQ(With([](auto &F) { F.header().Command = F.Bytes.size(); }),
            Malformed + "the command line is cut off");
  EXPECT_EQ(With([](auto &F) { F.header().Units = ~uint64_t(0); }),
            Malformed + "a unit is cut off");
  EXPECT_EQ(With([](auto &F) { F.Bytes[F.header().Units + 60] ^= 1; }),
            Malformed + "checksum mismatch of a unit: the file was altered");
  EXPECT_EQ(With([](auto &F) {
              F.template at<abi::ContinuousUnit>(F.header().Units).Next =
                  F.header().Units;
            }),
            Malformed + "the list of units is a circle");
  EXPECT_EQ(With([](auto &F) { F.header().Threads = F.Bytes.size() - 8; }),
            Malformed + "the list of threads is cut off");
  EXPECT_EQ(With([](auto &F) {
              F.template at<abi::ThreadDirectory>(F.header().Threads).Next =
                  F.header().Threads;
            }),
            Malformed + "the list of threads is a circle");
  EXPECT_EQ(With([](auto &F) { F.header().Base = F.Bytes.size() - 8; }),
            Malformed + "what is to be subtracted is cut off");
  EXPECT_EQ(With([](auto &F) { F.addThread(7, 8 + 3); }),
            Malformed + "a thread's counts are of an unknown kind");
  EXPECT_EQ(With([](auto &F) { F.addThread(7, F.Bytes.size() + 1); }),
            Malformed + "the slots of a thread are cut off");
  EXPECT_EQ(With([](auto &F) {
              F.addRunning(7, 1, {1, 2, 3});
            }),
            Malformed + "a unit has slots beyond those of a thread");
  EXPECT_EQ(With([](auto &F) { F.addThread(7, F.Bytes.size() - 8 + 2); }),
            Malformed + "the counts of a thread are cut off");
  EXPECT_EQ(With([](auto &F) {
              F.addEnded(7, 1, 7, {{0, 3, 1}});
            }),
            Malformed + "a count names a slot that does not exist");
}

TEST(ContinuousFile, IsReadInProportionToItsSize) {
  ContinuousBytes File;
  File.addUnit(asString(fullTable()), 3000, 0, 0);
  File.addRunning(0, 0, std::vector<uint64_t>(3000));
  EXPECT_EQ(errorOf(File.Bytes), "");
  // Each thread has slots of its own.
  auto &Threads = File.at<abi::ThreadDirectory>(File.header().Threads);
  File.addThread(1, Threads.Entries[0].Counts);
  EXPECT_EQ(errorOf(File.Bytes),
            "x.prof: malformed continuous file: threads share slots");
}

TEST(ContinuousFile, MayEndAnywhere) {
  std::string Whole = fullFile().Bytes;
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    // The reader must not look beyond.
    std::vector<char> Part(Whole.begin(), Whole.begin() + Size);
    Expected<std::string> P = convert(StringRef(Part.data(), Part.size()));
    if (!P)
      consumeError(P.takeError());
  }
}

TEST(ContinuousFile, IsReplacedByAProfile) {
  SmallString<128> Path;
  int FD;
  ASSERT_FALSE(sys::fs::createTemporaryFile("continuous", "prof", FD, Path));
  raw_fd_ostream(FD, /*shouldClose=*/true) << fullFile().Bytes;
  auto Contents = cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)));
  std::string Note;
  EXPECT_FALSE(
      bool(convertContinuous(Contents, Path, ProfilePart::Events, Note)));
  EventProfile P;
  EXPECT_FALSE(bool(P.add(*Contents)));
  EXPECT_EQ(P.threads().at(0).at({0, 0}), 4u);
  sys::fs::remove(Path);
}

} // namespace udpc
