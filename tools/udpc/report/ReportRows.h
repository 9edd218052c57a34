//===- ReportRows.h - Rows of reports ------------------------- -*- C++ -*-===//
//
// Rows that Report.cpp and DiffReport.cpp share.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_REPORTROWS_H
#define UDPC_TOOLS_UDPC_REPORT_REPORTROWS_H

#include "tools/udpc/output/Listing.h"
#include "tools/udpc/report/Report.h"
#include "llvm/Support/JSON.h"

namespace udpc {

ListingCell placeCell(const ReportRow &Row);

/// Returns whether \p Options leave out a row with \p Count.
bool isSmall(int64_t Count, const ReportOptions &Options);

/// Prints the selected part of \p L, and adds the number of omitted rows to \p
/// Out.
llvm::Error printListing(llvm::raw_ostream &OS, Listing &L,
                         const ReportOptions &Options, LeftOut &Out);

/// Writes the attributes of a row except its counts.
void rowAttributes(llvm::json::OStream &J, const ReportRow &R);

/// Writes the fields of a row of CSV up to the count.
void printCsvRow(llvm::raw_ostream &OS, llvm::StringRef Event,
                 const ReportRow &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_REPORTROWS_H
