//===- DemangledName.h - Demangles and prints parts of a name ---*- C++ -*-===//
//
// Prints C++ names with or without template arguments and parameters, for the
// forms of a name that a spec may use (FunctionNames.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_DEMANGLEDNAME_H
#define UDPC_SPEC_DEMANGLEDNAME_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace udpc {

/// A C++ function's name as the demangler's tree, which distinguishes its parts
/// reliably.
class DemangledName {
public:
  /// Which template arguments are printed: all, none, or all but those of the
  /// function itself.
  enum class Arguments { All, OfClasses, None };
  /// Which parameters are printed: all, none, or only those of the functions
  /// around a local name.
  enum class Parameters { All, OfScopes, None };

  explicit DemangledName(llvm::StringRef LinkageName);
  ~DemangledName();

  /// Whether the name is a C++ name, and the name of a function.
  bool isValid() const;
  bool isFunction() const;
  bool isCtorOrDtor() const;

  /// The name as LLVM prints it.
  std::string signature() const;
  /// Prints the requested parts, without return types. With \p Lambdas, lambdas
  /// that clang has numbered (`$_3`) are printed like other lambdas:
  /// `'lambda'(int)`.
  std::string print(Arguments Args, Parameters Params, bool Lambdas) const;

private:
  struct Tree;
  std::unique_ptr<Tree> T;
};

} // namespace udpc

#endif // UDPC_SPEC_DEMANGLEDNAME_H
