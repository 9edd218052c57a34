//===- CounterValues.h - The front end's counters as values -----*- C++ -*-===//
//
// Makes values of a site plan from the counters of coverage records.
// LineSites.cpp uses it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_COUNTERVALUES_H
#define UDPC_PASSES_SITES_LINES_COUNTERVALUES_H

#include "passes/sites/Site.h"
#include "passes/sites/lines/CoverageRecords.h"
#include "passes/sites/lines/DoLoops.h"
#include "llvm/ADT/DenseMap.h"

namespace udpc {

/// Converts the front end's counters to values of the plan, on demand: unused
/// counters cost nothing.
class CounterValues {
public:
  CounterValues(std::vector<CoveredFunction> &Functions, SitePlan &Plan)
      : Functions(Functions), Plan(Plan) {}

  uint32_t valueOf(unsigned Function, llvm::coverage::Counter C);

private:
  std::vector<CoveredFunction> &Functions;
  SitePlan &Plan;
  llvm::DenseMap<std::pair<unsigned, unsigned>, uint32_t> Slots, Expressions;
  DoLoops Loops;
  /// The place at which one increment counts an expression, or null.
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Instruction *> Bodies;

  llvm::Instruction *placeOf(unsigned Function, llvm::coverage::Counter C);
  llvm::Instruction *bodyOf(unsigned Function, llvm::coverage::Counter C);
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_COUNTERVALUES_H
