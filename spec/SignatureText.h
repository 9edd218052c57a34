//===- SignatureText.h - Reads what a spec says of functions ---*- C++ -*-===//
//
// What functions are called is asked of the demangler and of the front end
// (FunctionNames.h). This is for what the user writes, which is only text.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_SIGNATURETEXT_H
#define UDPC_SPEC_SIGNATURETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The parts of a glob over signatures: `int |ns::f|(int A, *)| const`. They
/// point into the text.
struct SignatureParts {
  llvm::StringRef Return;
  llvm::StringRef Name;
  llvm::StringRef Parameters; ///< With parentheses; "" if there are none.
  llvm::StringRef Qualifiers;

  /// Knows operators, template arguments, and names that hold parentheses:
  /// anonymous namespaces, lambdas and local classes.
  explicit SignatureParts(llvm::StringRef Text);
};

/// \p Name without template arguments: `ns::Stack<int>::push`.
std::string withoutArguments(llvm::StringRef Name);

/// \p Text as a glob over function names: what can only be a part of a
/// signature is meant literally there, such as the brackets of `operator[]` and
/// the star of `f(char *)`; and types are written as the demangler does.
std::string signatureGlob(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_SPEC_SIGNATURETEXT_H
