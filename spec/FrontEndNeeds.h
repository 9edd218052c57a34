//===- FrontEndNeeds.h - What a spec requires of the front end --*- C++ -*-===//
//
// Some entries need information of the front end. The driver loads the clang
// plugin (clang-plugin/) for them, which emits only the required data into the
// IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_FRONTENDNEEDS_H
#define UDPC_SPEC_FRONTENDNEEDS_H

#include "spec/EventSpec.h"

namespace udpc {

/// Whether messages on the lines of \p Entry refer to statements.
bool needsStatements(const SpecEntry &Entry);

/// Whether \p Entry's glob has parameters or a return type.
bool needsSignatures(const SpecEntry &Entry);

/// Whether any entry of \p Spec needs the clang plugin.
bool needsFrontEnd(const EventSpec &Spec);

/// A name in the spec that is similar to another name.
struct NearName {
  std::string Name;
  unsigned Line = 0, Column = 0; ///< In the spec's text, from 1.
};

/// Returns the name in the spec that is probably meant by \p Name, by edit
/// distance, if no entry for marks (\p IsSpin: for named spin loops) matches \p
/// Name. Other names are not reported, since libraries have marks of their own.
std::optional<NearName> nearName(const EventSpec &Spec, llvm::StringRef Name,
                                 bool IsSpin);

} // namespace udpc

#endif // UDPC_SPEC_FRONTENDNEEDS_H
