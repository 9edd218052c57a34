//===- ProfileSumTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/open/ProfileSum.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static std::string add(ProfileSum &Sum, StringRef Contents, StringRef Name) {
  Expected<ProfileInput> Input =
      ProfileInput::of(MemoryBuffer::getMemBufferCopy(Contents, Name), Name);
  return toString(Input ? Sum.add(*Input) : Input.takeError());
}

static std::string errorOf(StringRef Contents,
                           ProfilePart Wanted = ProfilePart::Any) {
  ProfileSum Sum(nullptr, Wanted);
  std::string Error = add(Sum, Contents, "f");
  EXPECT_TRUE(Sum.empty());
  return Error;
}

static const char Cachegrind[] =
    "desc: D1 cache: 1 B\ncmd: c\nevents: Ir\nfl=a\nfn=f\n1 5\nsummary: 5\n";
static const char OtherCaches[] =
    "desc: D1 cache: 2 B\ncmd: c\nevents: Ir\nfl=a\nfn=f\n1 7\nsummary: 7\n";
static const char Callgrind[] =
    "# callgrind format\nevents: Ir\nfl=a\nfn=f\n1 5\ncfn=g\ncalls=1 2\n1 9\n";

TEST(ProfileSum, AddsEachKind) {
  const std::string Files[] = {makeProfile({fullTable()}, {{0, {{0, 0, 5}}}}),
                               testProfile()};
  for (const std::string &File : Files) {
    ProfileSum Sum;
    EXPECT_EQ(add(Sum, File, "a"), "");
    EXPECT_EQ(add(Sum, File, "b"), "");
    EXPECT_EQ(Sum.runs(), 2u);
  }
  ProfileSum Lines, Calls;
  EXPECT_EQ(add(Lines, Cachegrind, "a"), "");
  EXPECT_EQ(add(Lines, Cachegrind, "b"), "");
  EXPECT_EQ(Lines.bytes(), "desc: D1 cache: 1 B\ncmd: c\nevents: Ir\n"
                           "fl=a\nfn=f\n1 10\nsummary: 10\n");
  EXPECT_TRUE(Lines.takeWarnings().empty());
  EXPECT_EQ(add(Calls, Callgrind, "a"), "");
  EXPECT_EQ(add(Calls, Callgrind, "b"), "");
  EXPECT_NE(Calls.bytes().find("calls=2 2\n1 18\n"), std::string::npos);
}

TEST(ProfileSum, SaysWhichFileIsWrongAndWhere) {
  EXPECT_EQ(errorOf("int main() {}\n"),
            "f: not a udpc profile, and not in Cachegrind's format");
  EXPECT_EQ(errorOf("UDPL"),
            "f: not a udpc profile, and not in Cachegrind's format");
  EXPECT_EQ(errorOf("cmd: c\nevents: Ir\nfl=a\nfn=f\n1 x\n"),
            "f:5: 'x' is not a count");
  EXPECT_EQ(errorOf("# callgrind format\nevents: Ir\nfl=a\nfn=f\n1 x\n"),
            "f:5: 'x' is not a number");
  EXPECT_EQ(errorOf(StringRef(testProfile()).drop_back()),
            "f: truncated: " + std::to_string(testProfile().size() - 1) +
                " of " + std::to_string(testProfile().size()) + " bytes");
}

TEST(ProfileSum, RefusesOtherKindsThanWanted) {
  EXPECT_EQ(errorOf(testProfile(), ProfilePart::Events),
            "f: a cache profile: 'udpc annotate' shows it");
  EXPECT_EQ(errorOf(Cachegrind, ProfilePart::Events), "f: not a udpc profile");
}

TEST(ProfileSum, RefusesMixtures) {
  ProfileSum Sum, Costs;
  EXPECT_EQ(add(Sum, Cachegrind, "a"), "");
  EXPECT_EQ(add(Sum, testProfile(), "b"),
            "b: a cache profile; those before it are files in Cachegrind's "
            "format, and only profiles of one kind can be added up");
  EXPECT_EQ(add(Costs, testProfile(), "b"), "");
  EXPECT_NE(toString(Sum.add(std::move(Costs))), "");
  EXPECT_TRUE(Sum.get<CostGraph>());
}

TEST(ProfileSum, WarnsOfOtherCaches) {
  ProfileSum Sum;
  EXPECT_EQ(add(Sum, Cachegrind, "a"), "");
  EXPECT_EQ(add(Sum, OtherCaches, "b"), "");
  EXPECT_EQ(Sum.takeWarnings(),
            std::vector<std::string>{
                "b: its caches are not those of a: D1 is 2 B, there 1 B; "
                "misses of both are added up"});
  EXPECT_TRUE(Sum.takeWarnings().empty());
}

} // namespace udpc
