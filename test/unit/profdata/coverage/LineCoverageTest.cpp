//===- LineCoverageTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/coverage/LineCoverage.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
using udpc::abi::SiteCommand;
using udpc::abi::SiteKind;

static ReportRow row(SiteKind Kind, StringRef File, unsigned Line,
                     int64_t Count, StringRef Function = "",
                     unsigned Column = 0) {
  ReportRow R;
  R.Kind = Kind;
  R.Command = SiteCommand::Inc;
  R.File = File.str();
  R.Line = Line;
  R.Column = Column;
  R.Function = R.LinkageName = Function.str();
  R.Count = Count;
  return R;
}

static EventReport reportOf(std::vector<ReportRow> First,
                            std::vector<ReportRow> Second = {}) {
  EventReport R;
  R.Events.resize(2);
  R.Events[0].Rows = std::move(First);
  R.Events[1].Rows = std::move(Second);
  return R;
}

template <typename Writer>
static std::string written(Writer Write, const EventReport &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  Write(LineCoverage::of(R), OS);
  return Text;
}

TEST(LineCoverage, CountsALineOfSeveralEventsOnce) {
  LineCoverage C = LineCoverage::of(reportOf(
      {row(SiteKind::Line, "/a.c", 3, 5)},
      {row(SiteKind::Line, "/a.c", 3, 5), row(SiteKind::Line, "/a.c", 4, 0)}));
  EXPECT_EQ(C.Files["/a.c"].Lines,
            (std::map<uint32_t, uint64_t>{{3, 5}, {4, 0}}));
  EXPECT_EQ(C.Files["/a.c"].numLinesRun(), 1u);
}

TEST(LineCoverage, LeavesOutWhatIsNoWholeLine) {
  LineCoverage C = LineCoverage::of(
      reportOf({row(SiteKind::Line, "/a.c", 3, 5, "", /*Column=*/7),
                row(SiteKind::LoopExecution, "/a.c", 3, 5, "f"),
                row(SiteKind::Entry, "/a.c", 0, 5, "f")}));
  EXPECT_TRUE(C.Files.empty());
}

TEST(LcovFile, CountsWhatWasRun) {
  EXPECT_EQ(
      written(writeLcov, reportOf({row(SiteKind::Entry, "/a.c", 3, 2, "_Z1fi"),
                                   row(SiteKind::Entry, "/a.c", 9, 0, "g\nh"),
                                   row(SiteKind::Line, "/a.c", 3, 2),
                                   row(SiteKind::Line, "/a.c", 9, 0)})),
      "SF:/a.c\nFN:3,_Z1fi\nFN:9,g h\nFNDA:2,_Z1fi\nFNDA:0,g "
      "h\nFNF:2\nFNH:1\nDA:3,2\nDA:9,0\nLF:2\nLH:1\nend_of_record\n");
}

TEST(CoberturaFile, HasPathsBelowTheCommonFolder) {
  std::string Text = written(
      writeCobertura, reportOf({row(SiteKind::Line, "/src/a/x.c", 1, 1),
                                row(SiteKind::Line, "/src/a/deep/y.c", 1, 0),
                                row(SiteKind::Line, "/src/ab/z.c", 1, 1)}));
  for (StringRef Expected :
       {"<source>/src</source>", "filename=\"a/x.c\"",
        "<package name=\"a.deep\" line-rate=\"0.0000\"",
        "line-rate=\"0.6667\" branch-rate=\"0\" lines-covered=\"2\""})
    EXPECT_NE(Text.find(Expected), std::string::npos) << Text;
}

TEST(CoberturaFile, EscapesNames) {
  std::string Text = written(
      writeCobertura, reportOf({row(SiteKind::Line, "/<\"\x01\xff>.c", 1, 1)}));
  EXPECT_NE(Text.find("filename=\"&lt;&quot; \xef\xbf\xbd&gt;.c\""),
            std::string::npos)
      << Text;
}

} // namespace udpc
