//===- HintSet.h - Prefetch hints by memory operation ----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINTSET_H
#define UDPC_PROFDATA_HINTS_HINTSET_H

#include "profdata/binary/MemoryOperationKey.h"
#include "profdata/hints/Hint.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace udpc {

/// Prefetch hints by key. Reading from several threads is safe while none
/// writes.
class HintSet {
public:
  /// In the order in which they go into the code.
  using HintList = std::vector<Hint>;
  using FunctionHints = std::map<MemoryOperationKey, HintList>;

  /// Whether keys have hashes of functions in place of their names, as
  /// profiles have them that were written so (MD5).
  bool HasHashes = false;

  /// Adds \p H behind the hints that \p Key has. False, and nothing is added,
  /// if it has that hint already or MaxHintIndex + 1 others.
  bool add(const MemoryOperationKey &Key, Hint H);

  /// Adds what \p Other has. The error says that one of the two has hashes in
  /// place of names and the other does not.
  llvm::Error merge(const HintSet &Other);

  /// The hints in the code of \p Function, inlined code included; null if there
  /// are none. \p Function is a name, whatever HasHashes says.
  const FunctionHints *find(llvm::StringRef Function) const;

  /// What keys of this set have in place of the name \p Function.
  std::string nameInKeys(llvm::StringRef Function) const;

  /// By the function that has the code.
  const std::map<std::string, FunctionHints> &functions() const {
    return ByFunction;
  }
  size_t numHints() const { return NumHints; }
  bool empty() const { return NumHints == 0; }

private:
  std::map<std::string, FunctionHints> ByFunction;
  size_t NumHints = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTSET_H
