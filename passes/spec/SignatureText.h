//===- SignatureText.h - Reads signatures as text --------------*- C++ -*-===//
//
// What the demangler knows is asked of the demangler (FunctionNames.h). This is
// for signatures that are only text: what the user writes, and what the front
// end says of functions whose linkage name has no parameters.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SPEC_SIGNATURETEXT_H
#define UDPC_PASSES_SPEC_SIGNATURETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace udpc {

/// The parts of a signature, or of a glob that begins like one:
/// `int |ns::f|(int A, int B)| const`. They point into the text.
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

/// The parameters in \p List, which stands in parentheses; trimmed.
std::vector<llvm::StringRef> splitParameters(llvm::StringRef List);

/// \p Parameter without its name and default: `const T &X` is `const T &`. What
/// may be a type stays one: of `unsigned` nothing is a name.
std::string withoutName(llvm::StringRef Parameter);

/// The ways to write \p Source, a signature as the source has it: with and
/// without the return type and the parameters' names, as the source writes
/// types and as the demangler does; without the template arguments behind it.
std::vector<std::string> formsOfSource(llvm::StringRef Source);

/// \p Source without its return type and the parameters' names.
std::string overloadOfSource(llvm::StringRef Source);

/// \p Text as a glob over function names: what can only be a part of a
/// signature is meant literally there, such as the brackets of `operator[]` and
/// the star of `f(char *)`; and types are written as the demangler does.
std::string signatureGlob(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_PASSES_SPEC_SIGNATURETEXT_H
