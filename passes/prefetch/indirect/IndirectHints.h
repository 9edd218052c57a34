//===- IndirectHints.h - How far ahead hints say ----------------*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/OperationKey.h"
#include <map>
#include <set>

namespace udpc {

/// The largest distance, in iterations: no cache keeps a line for longer.
constexpr uint64_t MaxIndirectDistance = 1 << 20;

/// The hints for one function.
class IndirectHints {
public:
  IndirectHints(HintSource &Source, const llvm::Function &F);

  bool empty() const { return Lines.empty(); }
  /// Returns the hint for \p Access; isIndirect(). It names a line, so it is
  /// for all copies of the access.
  std::optional<Hint> hintFor(const llvm::Instruction &Access);
  /// Calls \p Each with the line of each hint that hintFor() has not
  /// returned.
  void
  forUnused(llvm::function_ref<void(const MemoryOperationKey &)> Each) const;

private:
  static MemoryOperationKey lineOf(MemoryOperationKey Key) {
    Key.Frames.back().Discriminator = 0;
    return Key;
  }

  std::optional<KeysOf> Keys;
  std::map<MemoryOperationKey, Hint> Lines;
  std::set<MemoryOperationKey> Used;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
