//===- CostCentres.h - The cost centres of all units -----------*- C++ -*-===//
//
// An inline function of a header has lines in each unit that uses it. Here they
// become one: runs of lines that have the same file and function are sorted by
// these texts, which stand far apart, then the lines of equal runs by number.
// Most code of most programs is never executed: what has cost nothing is left
// out first.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_COSTCENTRES_H
#define UDPC_RUNTIME_COSTS_COSTCENTRES_H

#include "runtime/logic/CostView.h"

namespace udpc {
namespace rt {

/// Lines of one unit that stand together and have the same file and function.
struct LineRun {
  const char *File;
  const char *Function;
  const abi::LineRec *Lines;
  const LineCosts *Counts;
  uint32_t NumLines;
};

struct CountedLine {
  uint32_t Line;
  const LineCosts *Counts;
};

/// How many runs with costs the unit of \p View has. \p Counts has an element
/// for each LineRec. Written to \p Out unless that is null.
uint64_t collectRuns(const CostView &View, const LineCosts *Counts,
                     LineRun *Out);

/// Sorts by file, then function. \p Scratch has room for \p N, too.
void sortRuns(LineRun *Runs, LineRun *Scratch, uint64_t N);

/// How many of \p Runs, from the first on, have its file and function.
uint64_t numEqualRuns(const LineRun *Runs, uint64_t N);

/// Writes the lines with costs of \p Runs to \p Out, sorted by their numbers.
/// \p Out and \p Scratch have room for all lines of the runs. Returns how many.
uint64_t sortLines(const LineRun *Runs, uint64_t NumRuns, CountedLine *Out,
                   CountedLine *Scratch);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_COSTCENTRES_H
