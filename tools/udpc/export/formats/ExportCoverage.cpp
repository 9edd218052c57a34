//===- ExportCoverage.cpp - Coverage formats ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/export/formats/ExportCoverage.h"
#include "profdata/coverage/LineCoverage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Expected<LineCoverage> coverageOf(const ExportInput &Input) {
  Expected<EventReport> Report = Input.report();
  if (!Report)
    return Report.takeError();
  LineCoverage Coverage = LineCoverage::of(*Report);
  if (all_of(Coverage.Files,
             [](const auto &File) { return File.second.Lines.empty(); }))
    return createStringError("no event counts lines; the spec needs, for "
                             "example, 'line: \"*:*\"'");
  uint64_t Others = 0;
  for (const ReportEvent &Event : Report->Events)
    Others += count_if(Event.Rows, [](const ReportRow &Row) {
      return (Row.Kind != abi::SiteKind::Line || Row.Column) &&
             Row.Kind != abi::SiteKind::Entry;
    });
  if (Others)
    WithColor::note(errs(), "udpc")
        << "export: " << Others << (Others == 1 ? " site is" : " sites are")
        << " left out, which the format cannot hold: only whole lines and "
           "entries of functions are written\n";
  return Coverage;
}

Error udpc::exportLcov(const ExportInput &Input, raw_ostream &OS) {
  Expected<LineCoverage> Coverage = coverageOf(Input);
  if (!Coverage)
    return Coverage.takeError();
  writeLcov(*Coverage, OS);
  return Error::success();
}

Error udpc::exportCobertura(const ExportInput &Input, raw_ostream &OS) {
  Expected<LineCoverage> Coverage = coverageOf(Input);
  if (!Coverage)
    return Coverage.takeError();
  writeCobertura(*Coverage, OS);
  return Error::success();
}
