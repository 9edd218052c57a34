//===- IndirectHints.cpp - How far ahead hints say ------------------------===//

#include "passes/prefetch/indirect/IndirectHints.h"
#include "passes/prefetch/PrefetchOptions.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace udpc;

IndirectHints::IndirectHints(HintSource &Source, const llvm::Function &F) {
  const HintSet *Set = Source.hintsFor(F);
  if (!Set)
    return;
  bool InDebugInfo =
      PrefetchOptions::of(F).Keys == PrefetchOptions::DebugInfoKeys;
  Keys = KeysOf::find(F, *Set,
                      InDebugInfo ? KeyStore::DebugInfo : KeyStore::Section);
  if (!Keys)
    return;
  for (const auto &[Key, Hints] : Keys->hints())
    for (const Hint &H : Hints)
      if (H.Type == HintType::Indirect && H.Delta > 0 &&
          uint64_t(H.Delta) <= MaxIndirectDistance) {
        // A copy that unrolling has placed outside of the loop executes less
        // often, so that its hint may be for fewer iterations.
        uint64_t &Farthest = Distances[lineOf(Key)];
        Farthest = std::max(Farthest, uint64_t(H.Delta));
      }
}

std::optional<uint64_t> IndirectHints::distanceFor(const Instruction &Access) {
  const DILocation *At = Access.getDebugLoc();
  if (Distances.empty() || !At)
    return std::nullopt;
  auto It = Distances.find(lineOf(Keys->of({At, 0})));
  if (It == Distances.end())
    return std::nullopt;
  Used.insert(It->first);
  return It->second;
}

void IndirectHints::forUnused(
    function_ref<void(const MemoryOperationKey &)> Each) const {
  for (const auto &[Key, Distance] : Distances)
    if (!Used.count(Key))
      Each(Key);
}
