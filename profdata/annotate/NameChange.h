//===- NameChange.h - Renames files and functions ---------------*- C++ -*-===//

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

/// A renaming of files or functions, so that builds in two folders can be
/// compared.
class NameChange {
public:
  /// "s/old/new/" as in sed: POSIX extended regular expression, \1 to \9 and \0
  /// in the new text, flags g and i, any delimiter. Or "old=new": a prefix.
  static llvm::Expected<NameChange> parse(llvm::StringRef Text);

  std::string apply(llvm::StringRef Name) const;

private:
  std::shared_ptr<const llvm::Regex> Pattern; ///< Null: a prefix.
  std::string Old, New;
  bool All = false;
};

/// \p Name after all \p Changes, one after the other.
std::string changedName(llvm::StringRef Name,
                        llvm::ArrayRef<NameChange> Changes);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_NAMECHANGE_H
