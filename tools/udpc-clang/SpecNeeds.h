//===- SpecNeeds.h - What a spec needs of the compiler ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
#define UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

// For an invalid spec, which the plugin reports, the answers are yes.

/// Whether \p Spec, the name of a file, has entries that count lines exactly
/// with the flags of \p R.
bool hasExactLines(llvm::StringRef Spec, const Request &R);

/// Whether coverage records are enabled for those, which the plugin removes.
bool needsOwnCoverage(llvm::StringRef Spec, const Request &R);

/// Whether it has entries that are counted transparently.
bool hasTransparentEntries(llvm::StringRef Spec, const Request &R);

/// How much of debug info the places of a spec's sites are made of.
enum class PlacesNeeded {
  None,      ///< Lines are counted by coverage records.
  Functions, ///< The lines at which functions begin.
  All,
};
PlacesNeeded placesNeeded(llvm::StringRef Spec, const Request &R);

/// Whether entries or regions name marks.
bool hasMarks(llvm::StringRef Spec);

/// `file:line: region 'name'`: the first region that \p Spec has; "" if it has
/// none or is invalid.
std::string firstRegion(llvm::StringRef Spec);

/// Whether the clang plugin is needed, also because the user asks for it.
/// \p Spec may be "".
bool needsClangPlugin(const Request &R, llvm::StringRef Spec,
                      const DriverContext &Context);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SPECNEEDS_H
