//===- IndirectHints.h - How far ahead hints say ----------------*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/OperationKey.h"
#include <map>
#include <set>

namespace udpc {

/// Farther ahead nothing stays in a cache; iterations.
constexpr uint64_t MaxIndirectDistance = 1 << 20;

/// The hints for one function.
class IndirectHints {
public:
  IndirectHints(HintSource &Source, const llvm::Function &F);

  bool empty() const { return Distances.empty(); }
  /// The hint for \p Access: that of its line, which copies share.
  std::optional<uint64_t> distanceFor(const llvm::Instruction &Access);
  /// Calls \p Each with the hints' lines that distanceFor() has not met.
  void
  forUnused(llvm::function_ref<void(const MemoryOperationKey &)> Each) const;

private:
  static MemoryOperationKey lineOf(MemoryOperationKey Key) {
    Key.Frames.back().Discriminator = 0;
    return Key;
  }

  std::optional<KeysOf> Keys;
  std::map<MemoryOperationKey, uint64_t> Distances;
  std::set<MemoryOperationKey> Used;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
