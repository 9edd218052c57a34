//===- LinkCheck.h - Checks the spec against a linked program ---*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
#define UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace udpc {

/// One message for each entry of the spec that matched no site in any unit of
/// \p Program, with suggestions from its symbols. Empty if \p Program cannot be
/// read or has no site tables.
std::vector<std::string> unmatchedEntries(llvm::StringRef Program);

struct RegionMessages {
  /// For each pattern of regions that no code of the program matches, or code
  /// that was inlined everywhere.
  std::vector<std::string> Unmatched;
  /// For each whose functions were inlined into some others.
  std::vector<std::string> Inlined;
};
/// Empty if \p Program cannot be read or has no table of regions.
RegionMessages checkRegions(llvm::StringRef Program);

/// Whether \p Program can be read and none of its code has a cost profile.
bool lacksCostProfile(llvm::StringRef Program);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
