//===- OperationKey.h - From debug locations to keys -----------*- C++ -*-===//
//
// Makes keys of operations from debug locations, to look up hints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_OPERATIONKEY_H
#define UDPC_PASSES_PREFETCH_OPERATIONKEY_H

#include "passes/prefetch/FunctionKeys.h"
#include "profdata/hints/HintSet.h"
#include <optional>

namespace llvm {
class DISubprogram;
class Function;
} // namespace llvm

namespace udpc {

/// The name of \p Function in keys of code that is inlined.
llvm::StringRef nameInKeys(const llvm::DISubprogram &Function);

/// Makes keys in the form of a set of hints, for the code of one function.
class KeysOf {
public:
  /// The keys of \p F. None if \p Hints has no hints for its code.
  static std::optional<KeysOf> find(const llvm::Function &F,
                                    const HintSet &Hints, KeyStore Store);

  MemoryOperationKey of(const OperationPlace &Place) const;
  const HintSet::FunctionHints &hints() const { return *Hints; }

private:
  KeysOf(const HintSet &Set, KeyStore Store, llvm::StringRef Function,
         const HintSet::FunctionHints &Hints)
      : Set(&Set), Store(Store), Function(Set.nameInKeys(Function)),
        Hints(&Hints) {}

  const HintSet *Set;
  KeyStore Store;
  std::string Function;
  const HintSet::FunctionHints *Hints;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_OPERATIONKEY_H
