// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/Annotation.h"
#include "profdata/support/WholeFile.h"
#include "test/unit/profdata/annotate/TestSheets.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static std::string regionText(std::initializer_list<uint32_t> Lines,
                              uint32_t Context, uint32_t NumLines) {
  CostSheet::Lines All;
  for (uint32_t Line : Lines)
    All[Line] = {1};
  std::string Text;
  for (const ShownLines &R : regionsOf(All, Context, NumLines))
    Text += std::to_string(R.First) + "-" + std::to_string(R.Last) + " ";
  return Text;
}

TEST(AnnotatedSource, RegionsHaveContext) {
  EXPECT_EQ(regionText({50}, 8, 100), "42-58 ");
  EXPECT_EQ(regionText({5, 97}, 8, 100), "1-13 89-100 ");
  EXPECT_EQ(regionText({50}, 0, 100), "50-50 ");
  EXPECT_EQ(regionText({}, 8, 100), "");
  EXPECT_EQ(regionText({1}, 8, 1), "1-1 ");
  EXPECT_EQ(regionText({1, 4294967295}, 4294967295, 4294967295),
            "1-4294967295 ");
}

TEST(AnnotatedSource, RegionsLeaveNoSingleLineOut) {
  EXPECT_EQ(regionText({10, 14}, 1, 100), "9-15 ");
  EXPECT_EQ(regionText({10, 15}, 1, 100), "9-11 14-16 ");
  EXPECT_EQ(regionText({3, 98}, 1, 100), "1-4 97-100 ");
}

namespace {

/// A folder for sources.
class AnnotationTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("annotation", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  void write(StringRef Name, StringRef Text) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    sys::fs::create_directories(sys::path::parent_path(Path));
    Error E = writeWhole(Path, Text);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
  }

  SourceOptions options(uint32_t Context = 8) const {
    SourceOptions Options;
    Options.Folders = {Folder.str().str()};
    Options.Context = Context;
    return Options;
  }

  SmallString<128> Folder;
};

} // namespace

TEST_F(AnnotationTest, FindsSourcesBelowFolders) {
  write("lib/a.c", "lib\n");
  write("a.c", "top\n");
  std::vector<std::string> Folders = {"/nowhere", Folder.str().str()};
  auto TextOf = [&](StringRef Name) {
    std::optional<SourceText> Text = SourceText::find(Name, Folders);
    return Text ? Text->line(1).str() : "none";
  };
  EXPECT_EQ(TextOf("/gone/lib/a.c"), "lib");
  EXPECT_EQ(TextOf("./lib/a.c"), "lib");
  EXPECT_EQ(TextOf("/gone/other/a.c"), "top");
  EXPECT_EQ(TextOf("/gone/b.c"), "none");
  EXPECT_EQ(TextOf(""), "none");
  EXPECT_EQ(TextOf("/"), "none");
  EXPECT_EQ(TextOf("lib"), "none"); // A folder.
}

TEST_F(AnnotationTest, SplitsLines) {
  write("a", "one\r\n\ntwo");
  std::optional<SourceText> Text = SourceText::find("a", options().Folders);
  ASSERT_TRUE(Text);
  ASSERT_EQ(Text->numLines(), 3u);
  EXPECT_EQ(Text->line(1), "one");
  EXPECT_EQ(Text->line(2), "");
  EXPECT_EQ(Text->line(3), "two");
}

TEST_F(AnnotationTest, TellsLinesThatAreNotThere) {
  write("a.c", "1\n2\n");
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir\nfl=a.c\nfn=f\n0 1\n2 4\n3 7\n"
                            "fn=g\n2 2\nsummary: 14\n");
  AnnotatedSource Source = annotateSource(Sheet, "a.c", options());
  EXPECT_EQ(Source.What, AnnotatedSource::Annotated);
  EXPECT_EQ(Source.Unknown, Counts{1});
  EXPECT_EQ(Source.Lines, (CostSheet::Lines{{2, {6}}}));
  EXPECT_EQ(Source.Bogus, (CostSheet::Lines{{3, {7}}}));
  EXPECT_EQ(Source.Total, Counts{14});
}

TEST_F(AnnotationTest, WarnsOfNewerSources) {
  write("a.c", "1\n");
  CostSheet Sheet =
      sheetOf("cmd: c\nevents: Ir\nfl=a.c\nfn=f\n1 4\nsummary: 4\n");
  SourceOptions Options = options();
  auto Now = std::chrono::time_point_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now());
  Options.Profiles = {{"later", Now + std::chrono::hours(1)}};
  EXPECT_EQ(annotateSource(Sheet, "a.c", Options).NewerThan, "");
  Options.Profiles.push_back({"before", Now - std::chrono::hours(1)});
  EXPECT_EQ(annotateSource(Sheet, "a.c", Options).NewerThan, "before");
}

TEST_F(AnnotationTest, CoversAllCosts) {
  write("a.c", "1\n2\n");
  write("x1.c", "same\n");
  write("x2.c", "other\n");
  SheetNames Names;
  Names.Files.push_back(cantFail(NameChange::parse("s/x[12]/x/")));
  CostSheet Sheet = sheetOf(
      "cmd: c\nevents: Ir\nfl=a.c\nfn=f\n0 10\n1 20\n9 30\nfl=x1.c\nfn=f\n1 "
      "40\n"
      "fl=x2.c\nfn=f\n1 50\nfl=gone.c\nfn=f\n1 60\nfl=little.c\nfn=f\n1 1\n"
      "fl=???\nfn=f\n0 70\nsummary: 281\n",
      Names);
  AnnotationOptions Options;
  Options.Show = {0};
  Options.Order = {{0}, 1};
  Options.Sources = options();
  Expected<Annotation> A = Annotation::compute(Sheet, Options);
  ASSERT_TRUE(bool(A)) << toString(A.takeError());
  Counts Covered;
  for (const Counts &C : A->Covered.Counts)
    Covered.push_back(C[0]);
  EXPECT_EQ(Covered, (Counts{20, 40, 90, 60, 1, 70}));

  Options.Files = {"nothing.c"};
  EXPECT_EQ(toString(Annotation::compute(Sheet, Options).takeError()),
            "the profile has no file 'nothing.c'");
}
