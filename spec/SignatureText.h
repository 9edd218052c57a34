//===- SignatureText.h - Parses function globs of a spec --------*- C++ -*-===//
//
// Parses the function globs that users write. The names that they match come
// from the demangler and the front end (FunctionNames.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_SIGNATURETEXT_H
#define UDPC_SPEC_SIGNATURETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The parts of a glob over signatures: `int |ns::f|(int A, *)| const`. The
/// parts reference the text.
struct SignatureParts {
  llvm::StringRef Return;
  llvm::StringRef Name;
  llvm::StringRef Parameters; ///< With parentheses; "" if there are none.
  llvm::StringRef Qualifiers;

  /// Splits \p Text. Handles operators, template arguments, and names with
  /// parentheses: anonymous namespaces, lambdas and local classes.
  explicit SignatureParts(llvm::StringRef Text);
};

/// Returns \p Name without template arguments: `ns::Stack<int>::push` becomes
/// `ns::Stack::push`.
std::string withoutArguments(llvm::StringRef Name);

/// Returns \p Text, a signature, with the types of the C++ library as
/// programmers write them: std::string, and without default arguments such as
/// allocators.
std::string withoutDefaults(llvm::StringRef Text);

/// Returns \p Text as a glob over function names: brackets and stars that can
/// only be part of a signature, as in `operator[]` and `f(char *)`, are
/// escaped, and types are spelled as by the demangler.
std::string signatureGlob(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_SPEC_SIGNATURETEXT_H
