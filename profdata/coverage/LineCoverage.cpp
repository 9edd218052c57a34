//===- LineCoverage.cpp - Counts of lines and functions -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/coverage/LineCoverage.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

uint64_t CoveredFile::numLinesRun() const {
  return count_if(Lines, [](const auto &L) { return L.second != 0; });
}

uint64_t CoveredFile::numFunctionsRun() const {
  return count_if(Functions, [](const auto &F) { return F.second.Count != 0; });
}

LineCoverage LineCoverage::of(const EventReport &Report) {
  LineCoverage Out;
  for (const ReportEvent &Event : Report.Events)
    for (const ReportRow &Row : Event.Rows) {
      // Counts of such rows are never negative.
      auto Count = static_cast<uint64_t>(Row.Count);
      if (!Row.Line)
        continue;
      if (Row.Kind == abi::SiteKind::Line && !Row.Column) {
        uint64_t &Line = Out.Files[Row.File].Lines[Row.Line];
        Line = std::max(Line, Count);
      } else if (Row.Kind == abi::SiteKind::Entry) {
        FunctionCoverage &F =
            Out.Files[Row.File].Functions[{Row.Line, Row.LinkageName}];
        F.Name = Row.Function;
        F.Count = std::max(F.Count, Count);
      }
    }
  return Out;
}
