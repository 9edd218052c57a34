//===- SignatureText.h - Parses function globs of a spec --------*- C++ -*-===//
//
// Function names come from the demangler and the front end (FunctionNames.h).
// This file parses what the user writes.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_SIGNATURETEXT_H
#define UDPC_SPEC_SIGNATURETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The parts of a glob over signatures: `int |ns::f|(int A, *)| const`. Slices
/// of the text.
struct SignatureParts {
  llvm::StringRef Return;
  llvm::StringRef Name;
  llvm::StringRef Parameters; ///< With parentheses; "" if there are none.
  llvm::StringRef Qualifiers;

  /// Handles operators, template arguments, and names with parentheses:
  /// anonymous namespaces, lambdas and local classes.
  explicit SignatureParts(llvm::StringRef Text);
};

/// \p Name without template arguments: `ns::Stack<int>::push`.
std::string withoutArguments(llvm::StringRef Name);

/// \p Text, a signature, with the types of the C++ library as programmers write
/// them: std::string, and no default arguments such as allocators.
std::string withoutDefaults(llvm::StringRef Text);

/// \p Text as a glob over function names: brackets and stars that can only be
/// part of a signature, as in `operator[]` and `f(char *)`, are escaped, and
/// types are spelled as by the demangler.
std::string signatureGlob(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_SPEC_SIGNATURETEXT_H
