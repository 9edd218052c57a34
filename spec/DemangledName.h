//===- DemangledName.h - Takes a linkage name apart ------------*- C++ -*-===//

#ifndef UDPC_SPEC_DEMANGLEDNAME_H
#define UDPC_SPEC_DEMANGLEDNAME_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace udpc {

/// A C++ function's name, as the demangler's tree: the parts of a name are told
/// apart there, and not guessed from text.
class DemangledName {
public:
  /// Which template arguments are printed: all, none, or all but those of the
  /// function itself.
  enum class Arguments { All, OfClasses, None };
  /// Whose parameters are printed: everybody's, nobody's, or those of the
  /// functions around a local name.
  enum class Parameters { All, OfScopes, None };

  explicit DemangledName(llvm::StringRef LinkageName);
  ~DemangledName();

  /// Whether the name is one of C++ at all, and one of a function.
  bool isValid() const;
  bool isFunction() const;
  bool isCtorOrDtor() const;

  /// As LLVM prints it.
  std::string signature() const;
  /// The parts that are wanted, never with the types that functions return.
  /// With \p Lambdas, lambdas that clang has numbered, `$_3`, get the name
  /// that lambdas have elsewhere: `'lambda'(int)`.
  std::string print(Arguments Args, Parameters Params, bool Lambdas) const;

private:
  struct Tree;
  std::unique_ptr<Tree> T;
};

} // namespace udpc

#endif // UDPC_SPEC_DEMANGLEDNAME_H
