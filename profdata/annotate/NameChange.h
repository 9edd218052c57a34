//===- NameChange.h - Renames files and functions ---------------*- C++ -*-===//
//
// Parses and applies the options --mod-filename and --mod-funcname. Used by
// CostSheet and CostSelection.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_NAMECHANGE_H
#define UDPC_PROFDATA_ANNOTATE_NAMECHANGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <string>
#include <vector>

namespace udpc {

/// A change of the names of files or functions, so that builds in two folders
/// can be compared.
class NameChange {
public:
  /// Parses "s/old/new/" as in sed (POSIX extended regular expression, \1 to \9
  /// and \0 in the new text, flags g and i, any delimiter) or "old=new", which
  /// replaces a prefix.
  static llvm::Expected<NameChange> parse(llvm::StringRef Text);

  std::string apply(llvm::StringRef Name) const;

private:
  std::shared_ptr<const llvm::Regex> Pattern; ///< Null if Old is a prefix.
  std::string Old, New;
  bool All = false;
};

/// Returns \p Name after all \p Changes, applied in order.
std::string changedName(llvm::StringRef Name,
                        llvm::ArrayRef<NameChange> Changes);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_NAMECHANGE_H
