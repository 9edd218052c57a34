//===- ReportRows.cpp - Rows of reports -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/report/ReportRows.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

ListingCell udpc::placeCell(const ReportRow &Row) {
  return {placeText(Row.File, Row.Line, Row.Column), Row.File,
          Row.Line + Row.Column / 65536.0L};
}

bool udpc::isSmall(int64_t Count, const ReportOptions &Options) {
  uint64_t Size = Count < 0 ? 0 - static_cast<uint64_t>(Count) : Count;
  return Size < Options.Least;
}

Error udpc::printListing(raw_ostream &OS, Listing &L,
                         const ReportOptions &Options, LeftOut &Out) {
  if (!Options.Sort.empty())
    if (Error E = L.sort(Options.Sort))
      return E;
  size_t Shown = std::min(L.size(), Options.Limit);
  Out.Shown += Shown;
  Out.Late += L.size() - Shown;
  L.print(OS, Shown);
  return Error::success();
}

void udpc::rowAttributes(json::OStream &J, const ReportRow &R) {
  J.attribute("kind", kindWord(R.Kind));
  J.attribute("file", R.File);
  J.attribute("line", R.Line);
  if (R.Column)
    J.attribute("column", R.Column);
  J.attribute("function", R.Function);
  J.attribute("command", commandWord(R.Command));
}

void udpc::printCsvRow(raw_ostream &OS, StringRef Event, const ReportRow &R) {
  OS << csvField(Event) << ',' << kindWord(R.Kind) << ',' << csvField(R.File)
     << ',' << R.Line << ',' << csvField(R.Function) << ','
     << commandWord(R.Command) << ',';
}
