//===- RegionParserTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventSpec.h"
#include "spec/FrontEndNeeds.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static Expected<EventSpec> parse(const Twine &Text) {
  std::string Kept = Text.str();
  return EventSpec::parse(MemoryBufferRef(Kept, "s.yaml"));
}

TEST(RegionParser, ReadsFunctionsAndMarks) {
  Expected<EventSpec> Spec =
      parse("version: 1\n"
            "regions:\n"
            "  - region: parse\n"
            "    function: \"ns::parse(char *)\"\n"
            "  - {region: x, function: {mangled: \"_Z*\"}}\n"
            "  - {region: load, begin: load.begin, end: \"load.*\", in: f}\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  EXPECT_TRUE(Spec->Events.empty() && Spec->Entries.empty());
  ASSERT_EQ(Spec->Regions.size(), 3u);
  const SpecRegion &Parse = Spec->Regions[0], &Load = Spec->Regions[2];
  EXPECT_EQ(Parse.Name, "parse");
  EXPECT_EQ(Parse.SpecLine, 3u);
  EXPECT_EQ(Parse.Begin.Kind, udpc::abi::SiteKind::Entry);
  EXPECT_EQ(Parse.Begin.Pattern, "ns::parse(char *)");
  EXPECT_FALSE(Parse.End);
  EXPECT_TRUE(Spec->Regions[1].Begin.Mangled);
  ASSERT_TRUE(Load.End.has_value());
  EXPECT_TRUE(Load.Begin.isMark() && Load.End->isMark());
  EXPECT_EQ(Load.Begin.NameGlob, "load.begin");
  EXPECT_EQ(Load.End->NameGlob, "load.*");
  EXPECT_EQ(Load.End->Literal, "f");
  EXPECT_EQ(Load.End->Pattern, "load.*, in: f");
  EXPECT_EQ(Spec->places().size(), 4u);
}

TEST(RegionParser, ReadsRegionsBesideEvents) {
  Expected<EventSpec> Spec =
      parse("version: 1\nevents: [{event: a, entry: f}]\n"
            "regions: [{region: b, function: f}]\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  EXPECT_EQ(Spec->Events.size(), 1u);
  EXPECT_EQ(Spec->Regions.size(), 1u);
}

namespace {
struct BadRegion {
  const char *Text;
  const char *Message;
};
class RegionErrorsTest : public testing::TestWithParam<BadRegion> {};
} // namespace

TEST_P(RegionErrorsTest, NameThePlaceAndWhatWasExpected) {
  Expected<EventSpec> Spec =
      parse(Twine("version: 1\nregions: ") + GetParam().Text + "\n");
  ASSERT_FALSE(bool(Spec));
  EXPECT_EQ(toString(Spec.takeError()),
            std::string("s.yaml:2:") + GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    All, RegionErrorsTest,
    testing::Values(
        BadRegion{"3", "10: expected a list of regions, each as \"- region: "
                       "name\""},
        BadRegion{"[]",
                  "11: no regions; name one, as in \"- region: name\", or "
                  "leave 'regions' out"},
        BadRegion{"[f]", "11: expected a region, as in \"- region: name\""},
        BadRegion{"[{function: f}]",
                  "12: 'region' is missing; expected the region's name"},
        BadRegion{"[{region: \"\", function: f}]",
                  "20: expected the name of a region"},
        BadRegion{"[{region: a}]",
                  "12: region 'a' has no place; expected 'function', or the "
                  "marks 'begin' and 'end'"},
        BadRegion{"[{region: a, begin: m}]",
                  "12: region 'a' has no 'end'; expected a mark"},
        BadRegion{"[{region: a, end: m}]",
                  "12: region 'a' has no 'begin'; expected a mark"},
        BadRegion{"[{region: a, function: f, begin: m}]",
                  "33: region 'a' has 'function' and marks; write an item for "
                  "each"},
        BadRegion{"[{region: a, function: f, in: g}]",
                  "40: 'in' belongs to 'begin' and 'end'"},
        BadRegion{"[{region: a, funktion: f}]",
                  "23: unknown key 'funktion'; did you mean 'function'?"},
        BadRegion{
            "[{region: a, begin: \"[\", end: m}]",
            "30: '[' is not a glob: invalid glob pattern, unmatched '['"}));

TEST(RegionParser, IsForCompilersOnly) {
  Expected<EventSpec> Spec =
      parse("version: 1\nregions: [{region: a, function: f}]\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  EXPECT_FALSE(bool(Spec->check(SpecUse::Compiler)));
  EXPECT_EQ(toString(Spec->check(SpecUse::Binary)),
            "s.yaml:2: region 'a': only compiled code has regions: compile "
            "with udpc-clang -fudpc-profile=counts");
}

TEST(RegionParser, MarksAndSignaturesNeedTheFrontEnd) {
  auto Needs = [](const Twine &Region) {
    return needsFrontEnd(cantFail(
        parse("version: 1\nregions: [{region: a, " + Region + "}]\n")));
  };
  EXPECT_FALSE(Needs("function: f"));
  EXPECT_TRUE(Needs("function: \"f(int)\""));
  EXPECT_TRUE(Needs("begin: slow_start, end: slow_end"));
}

TEST(RegionParser, FindsNearMarks) {
  EventSpec Spec =
      cantFail(parse("version: 1\nregions:\n  - region: slow_end\n"
                     "    begin: slow_start\n    end: slow_end\n"));
  EXPECT_FALSE(nearName(Spec, "slow_end", /*IsSpin=*/false));
  std::optional<NearName> Near = nearName(Spec, "slow_ent", /*IsSpin=*/false);
  ASSERT_TRUE(Near.has_value());
  EXPECT_EQ(Near->Line, 5u);
  EXPECT_EQ(Near->Column, 10u);
}
