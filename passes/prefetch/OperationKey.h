//===- OperationKey.h - From debug locations to keys -----------*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_OPERATIONKEY_H
#define UDPC_PASSES_PREFETCH_OPERATIONKEY_H

#include "profdata/hints/HintSet.h"
#include <optional>

namespace llvm {
class DILocation;
class MachineFunction;
} // namespace llvm

namespace udpc {

/// Makes keys in the form of a set of hints, for the code of one function.
class KeysOf {
public:
  /// None if \p Hints has no hints for the code of \p MF.
  static std::optional<KeysOf> find(const llvm::MachineFunction &MF,
                                    const HintSet &Hints);

  MemoryOperationKey of(const llvm::DILocation &At) const;
  const HintSet::FunctionHints &hints() const { return *Hints; }

private:
  KeysOf(const HintSet &Set, llvm::StringRef Function,
         const HintSet::FunctionHints &Hints)
      : Set(&Set), Function(Set.nameInKeys(Function)), Hints(&Hints) {}

  const HintSet *Set;
  std::string Function;
  const HintSet::FunctionHints *Hints;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_OPERATIONKEY_H
