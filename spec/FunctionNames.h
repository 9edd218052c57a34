//===- FunctionNames.h - How a spec can name a function --------*- C++ -*-===//

#ifndef UDPC_SPEC_FUNCTIONNAMES_H
#define UDPC_SPEC_FUNCTIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// The names by which a spec can mean a function.
class FunctionNames {
public:
  std::string Linkage;
  std::string Base; ///< Linkage name of what this is a version of, or the same.
  std::string Signature; ///< Demangled, with parameters; C: the name.
  bool IsCtorOrDtor = false;

  explicit FunctionNames(llvm::StringRef Linkage);
  /// With the linkage name of the function of which this is a version, and the
  /// signatures that the front end has left, a line each.
  FunctionNames(llvm::StringRef Linkage, llvm::StringRef Base,
                llvm::StringRef Sources);

  /// All names but the linkage name: with and without the return type, template
  /// arguments and parameters. Made at the first call.
  llvm::ArrayRef<std::string> forms() const { return made().All; }

  /// Whether \p Word, letters and digits in a row, is in any of the names. Says
  /// so without making them: shorter names leave words out, but `lambda`.
  bool mention(llvm::StringRef Word) const;

  /// What a message offers to who has misspelled a name: the plain one, and
  /// the overload, without its return type.
  const std::string &plain() const { return made().Plain; }
  const std::string &overload() const { return made().Overload; }

private:
  std::vector<std::string>
      Sources; ///< What the front end says: SignatureAttribute in ir/Markers.h.

  struct MadeForms {
    std::vector<std::string> All;
    std::string Plain, Overload;
  };
  const MadeForms &made() const;
  mutable std::optional<MadeForms> Forms;
};

} // namespace udpc

#endif // UDPC_SPEC_FUNCTIONNAMES_H
