// Makes cost sheets from text in Cachegrind's format.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_PROFDATA_ANNOTATE_TESTSHEETS_H
#define UDPC_TEST_UNIT_PROFDATA_ANNOTATE_TESTSHEETS_H

#include "profdata/annotate/CostSheet.h"
#include "gtest/gtest.h"

namespace udpc {

inline CostGraph parsed(llvm::StringRef Text) {
  llvm::Expected<CostGraph> File = CostGraph::parseCachegrind(Text, "test");
  if (File)
    return std::move(*File);
  ADD_FAILURE() << llvm::toString(File.takeError());
  return CostGraph();
}

inline CostSheet sheetOf(llvm::StringRef Text, const SheetNames &Names = {}) {
  CostSheet Sheet;
  if (llvm::Error E = Sheet.add(parsed(Text), Names))
    ADD_FAILURE() << llvm::toString(std::move(E));
  return Sheet;
}

using Counts = CostSheet::Counts;

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_ANNOTATE_TESTSHEETS_H
