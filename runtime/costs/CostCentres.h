//===- CostCentres.h - The cost centres of all units -----------*- C++ -*-===//
//
// An inline function of a header has lines in each unit that uses it; these
// functions merge them for Cachegrind's format (output/CachegrindWriter.cpp).
// To avoid comparing texts for each line, runs of lines with the same file and
// function are sorted by these texts first, then the lines of equal runs by
// number. Lines without costs, the majority in most programs, are dropped
// first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_COSTCENTRES_H
#define UDPC_RUNTIME_COSTS_COSTCENTRES_H

#include "runtime/tables/CostView.h"

namespace udpc {
namespace rt {

/// Contiguous lines of one unit that have the same file and function.
struct LineRun {
  const char *File;
  const char *Function;
  const abi::LineRec *Lines;
  const LineCosts *Counts;
  uint32_t NumLines;
  uint32_t Number; ///< Index before sorting; equal runs keep their order.
};

/// A line of the source with costs of one unit.
struct CountedLine {
  uint32_t Line;
  uint32_t Number; ///< Index before sorting; equal lines keep their order.
  const LineCosts *Counts;
};

/// Returns the number of runs with costs in the unit of \p View and writes them
/// to \p Out unless that is null. \p Counts has an element for each LineRec.
uint64_t collectRuns(const CostView &View, const LineCosts *Counts,
                     LineRun *Out);

/// Sorts by file, then function.
void sortRuns(LineRun *Runs, uint64_t N);

/// Returns the number of \p Runs at the beginning that have the first one's
/// file and function.
uint64_t numEqualRuns(const LineRun *Runs, uint64_t N);

/// Writes the lines with costs of \p Runs to \p Out, sorted by their numbers.
/// \p Out has room for all lines of the runs. Returns the number of lines
/// written.
uint64_t sortLines(const LineRun *Runs, uint64_t NumRuns, CountedLine *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_COSTCENTRES_H
