//===- FunctionNames.h - Names of a function in specs -----------*- C++ -*-===//
//
// The forms of a function's name that a spec may use. Made from IR or symbols,
// matched by Matching.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_FUNCTIONNAMES_H
#define UDPC_SPEC_FUNCTIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// The names by which a spec can match a function. Not thread-safe: forms are
/// computed at the first use.
class FunctionNames {
public:
  std::string Linkage;
  /// The linkage name of the function of which this is a version, or
  /// Linkage.
  std::string Base;

  explicit FunctionNames(llvm::StringRef LinkageName);
  /// \p BaseName is the linkage name of the function of which this is a
  /// version; \p SourceNames are signatures of the front end, one per line.
  FunctionNames(llvm::StringRef LinkageName, llvm::StringRef BaseName,
                llvm::StringRef SourceNames);

  /// The demangled name with parameters; for C, the name. Computed at the first
  /// call, since most entries are decided by the linkage name.
  const std::string &signature() const { return demangled().Signature; }
  bool isCtorOrDtor() const;
  /// Whether the linkage name contains C1, CI2, D0 or the like. Does not
  /// demangle.
  bool mayBeCtorOrDtor() const;

  /// All names except the linkage name: with and without the return type,
  /// template arguments and parameters. Computed at the first call.
  llvm::ArrayRef<std::string> forms() const { return made().All; }

  /// Whether any name contains \p Word, a sequence of letters and digits. Does
  /// not compute the forms: shorter forms only omit words, except `lambda`.
  bool mention(llvm::StringRef Word) const;

  /// The names for suggestions: the plain name, and the overload without its
  /// return type.
  const std::string &plain() const { return made().Plain; }
  const std::string &overload() const { return made().Overload; }

private:
  /// The signatures from the front end: SignatureAttribute in ir/Markers.h.
  std::vector<std::string> Sources;

  struct Demangled {
    std::string Signature;
    bool IsCtorOrDtor = false;
  };
  const Demangled &demangled() const;
  mutable std::optional<Demangled> Name;

  struct MadeForms {
    std::vector<std::string> All;
    std::string Plain, Overload;
  };
  const MadeForms &made() const;
  mutable std::optional<MadeForms> Forms;
};

} // namespace udpc

#endif // UDPC_SPEC_FUNCTIONNAMES_H
