//===- SpecNeeds.h - Compiler features a spec needs ----------- -*- C++ -*-===//
//
// Tells CommandPlan, CompileFlags and LinkFlags which records, debug info and
// plugins the entries of a spec need.
//
// A null spec is invalid, which the plugin reports; the answers are then yes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
#define UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

/// Returns whether \p Spec has entries that count lines exactly with the flags
/// of \p R.
bool hasExactLines(const EventSpec *Spec, const Request &R);

/// Returns whether the driver enables coverage records for such entries; the
/// plugin removes them.
bool needsOwnCoverage(const EventSpec *Spec, const Request &R);

/// Returns whether \p Spec has entries that are counted transparently.
bool hasTransparentEntries(const EventSpec *Spec, const Request &R);

/// Debug info that the places of a spec's sites require.
enum class PlacesNeeded {
  None,      ///< Lines are counted by coverage records.
  Functions, ///< The lines at which functions begin.
  All,
};
PlacesNeeded placesNeeded(const EventSpec *Spec, const Request &R);

/// Returns whether entries or regions name marks.
bool hasMarks(const EventSpec *Spec);

/// Returns `file:line: region 'name'` for the first region of \p Spec, the file
/// \p Name; "" if it has none or is invalid.
std::string firstRegion(const EventSpec *Spec, llvm::StringRef Name);

/// Returns whether the clang plugin is needed or requested. \p Counts says
/// whether there is a spec.
bool needsClangPlugin(const Request &R, bool Counts, const EventSpec *Spec,
                      const DriverContext &Context);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
