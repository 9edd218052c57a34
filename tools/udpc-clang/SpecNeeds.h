//===- SpecNeeds.h - What a spec needs of the compiler ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
#define UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

// A spec is null if it is invalid, which the plugin reports; then the answers
// are yes.

/// Whether \p Spec has entries that count lines exactly with the flags of \p R.
bool hasExactLines(const EventSpec *Spec, const Request &R);

/// Whether coverage records are enabled for those, which the plugin removes.
bool needsOwnCoverage(const EventSpec *Spec, const Request &R);

/// Whether it has entries that are counted transparently.
bool hasTransparentEntries(const EventSpec *Spec, const Request &R);

/// How much of debug info the places of a spec's sites are made of.
enum class PlacesNeeded {
  None,      ///< Lines are counted by coverage records.
  Functions, ///< The lines at which functions begin.
  All,
};
PlacesNeeded placesNeeded(const EventSpec *Spec, const Request &R);

/// Whether entries or regions name marks.
bool hasMarks(const EventSpec *Spec);

/// `file:line: region 'name'`: the first region that \p Spec, the file \p Name,
/// has; "" if it has none or is invalid.
std::string firstRegion(const EventSpec *Spec, llvm::StringRef Name);

/// Whether the clang plugin is needed, also because the user asks for it.
/// \p Counts says whether there is a spec.
bool needsClangPlugin(const Request &R, bool Counts, const EventSpec *Spec,
                      const DriverContext &Context);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
