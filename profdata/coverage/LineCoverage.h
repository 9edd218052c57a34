//===- LineCoverage.h - Counts of lines and functions -----------*- C++ -*-===//
//
// Computes what coverage tools show from the line and entry events of a report,
// and declares the writers of their formats. Lines are counted by the rule of
// llvm-cov. Used by `udpc export`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_COVERAGE_LINECOVERAGE_H
#define UDPC_PROFDATA_COVERAGE_LINECOVERAGE_H

#include "profdata/events/EventReport.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct FunctionCoverage {
  std::string Name; ///< Demangled.
  uint64_t Count = 0;
};

struct CoveredFile {
  std::map<uint32_t, uint64_t> Lines;
  /// Keyed by line and linkage name.
  std::map<std::pair<uint32_t, std::string>, FunctionCoverage> Functions;

  uint64_t numLinesRun() const;
  uint64_t numFunctionsRun() const;
};

struct LineCoverage {
  std::map<std::string, CoveredFile> Files; ///< By path.

  /// Computes coverage. Lines and functions that several events count get their
  /// count once. Omits entries with a column, and functions without a line.
  static LineCoverage of(const EventReport &Report);
};

/// Writes lcov's tracefile. Source: geninfo(1), "Files".
void writeLcov(const LineCoverage &Coverage, llvm::raw_ostream &OS);

/// Writes Cobertura's XML. Paths are relative to the folder that all files have
/// in common, and the time is 0, so that equal reports give equal bytes.
/// Source: Cobertura's coverage-04.dtd.
void writeCobertura(const LineCoverage &Coverage, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_PROFDATA_COVERAGE_LINECOVERAGE_H
