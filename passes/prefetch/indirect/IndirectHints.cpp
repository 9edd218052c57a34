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
      if (isIndirect(H.Type) && H.Delta > 0 &&
          uint64_t(H.Delta) <= MaxIndirectDistance) {
        // A copy that unrolling has placed outside of the loop executes less
        // often, so that its hint may be for fewer iterations.
        Hint &Farthest = Lines.try_emplace(lineOf(Key), H).first->second;
        if (Farthest.Delta < H.Delta)
          Farthest = H;
      }
}

std::optional<Hint> IndirectHints::hintFor(const Instruction &Access) {
  const DILocation *At = Access.getDebugLoc();
  if (Lines.empty() || !At)
    return std::nullopt;
  auto It = Lines.find(lineOf(Keys->of({At, 0})));
  if (It == Lines.end())
    return std::nullopt;
  Used.insert(It->first);
  return It->second;
}

void IndirectHints::forUnused(
    function_ref<void(const MemoryOperationKey &)> Each) const {
  for (const auto &[Key, Farthest] : Lines)
    if (!Used.count(Key))
      Each(Key);
}
