//===- FrontEndSpec.h - The spec in the front end ---------------*- C++ -*-===//
//
// clang creates attributes, pragmas and actions independently from registries,
// so they share a global object.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_FRONTENDSPEC_H
#define UDPC_CLANG_PLUGIN_FRONTENDSPEC_H

#include "spec/FrontEndNeeds.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace clang {
class SourceManager;
class SourceLocation;
} // namespace clang

namespace udpc {

class FrontEndSpec {
public:
  /// The global object.
  static FrontEndSpec &get();

  /// Reads \p File. The pass reports errors; a file with errors is treated as
  /// no spec.
  void load(llvm::StringRef File);

  /// The spec, or null if there is none.
  const EventSpec *spec() const { return Spec ? &*Spec : nullptr; }
  bool wantsSignatures() const { return WantsSignatures; }
  bool wantsMarks() const { return WantsMarks; }
  bool wantsStatements() const { return WantsStatements; }
  bool wantsReturns() const { return !ReturnLines.empty(); }
  /// Whether an entry names the return statements at \p Loc. Only file names
  /// are compared; the pass compares folders.
  bool wantsReturnAt(const clang::SourceManager &SM,
                     clang::SourceLocation Loc) const;
  /// Whether an entry names return statements in the file of \p Loc.
  bool wantsReturnsIn(const clang::SourceManager &SM,
                      clang::SourceLocation Loc) const;

private:
  const llvm::DenseSet<unsigned> *linesOf(llvm::StringRef File) const;

  std::optional<EventSpec> Spec;
  bool WantsSignatures = false, WantsMarks = false, WantsStatements = false;
  llvm::StringMap<llvm::DenseSet<unsigned>> ReturnLines; ///< By file name.
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_FRONTENDSPEC_H
