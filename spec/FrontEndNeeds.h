//===- FrontEndNeeds.h - What a spec asks of the front end -----*- C++ -*-===//
//
// Some entries need what only the front end knows. The driver loads the clang
// plugin (clang-plugin/) for them, and the plugin leaves in the IR what they
// need and no more.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_FRONTENDNEEDS_H
#define UDPC_SPEC_FRONTENDNEEDS_H

#include "spec/EventSpec.h"

namespace udpc {

/// Whether what is said of the lines of \p Entry is fuller if the statements of
/// those are known.
bool needsStatements(const SpecEntry &Entry);

/// Whether \p Entry's glob speaks of more than a function's name: of parameters
/// or of the type that it returns.
bool needsSignatures(const SpecEntry &Entry);

/// Whether any entry of \p Spec needs the clang plugin.
bool needsFrontEnd(const EventSpec &Spec);

/// A name of the spec that another may have meant.
struct NearName {
  std::string Name;
  unsigned Line = 0, Column = 0; ///< In the spec's text, from 1.
};

/// If no entry for marks (\p IsSpin: for named spin loops) chooses \p Name: the
/// name of the spec that differs from it by a slip of the keyboard only. A name
/// that resembles none is of no concern, since libraries bring marks along.
std::optional<NearName> nearName(const EventSpec &Spec, llvm::StringRef Name,
                                 bool IsSpin);

} // namespace udpc

#endif // UDPC_SPEC_FRONTENDNEEDS_H
