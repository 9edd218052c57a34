//===- IndirectHints.cpp - Hints for indirect prefetches ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/IndirectHints.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/AccessPlace.h"
#include "passes/prefetch/LinesAhead.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

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
  for (const auto &[Key, Hints] : Keys->hints()) {
    if (none_of(Hints, [](const Hint &H) { return isIndirect(H.Type); }))
      continue;
    LineHint &Line = Lines[Key.line()];
    for (const Hint &H : Hints)
      if (isIndirect(H.Type))
        add(H, Line);
      else if (!is_contained(Line.Beside, H))
        Line.Beside.push_back(H);
  }
  if (Lines.empty())
    return;
  for (const Instruction &I : instructions(F))
    if (const DILocation *At = I.mayReadOrWriteMemory() ? placeOf(I) : nullptr)
      WithAccess.insert(Keys->of({At, 0}).line());
  // Without another hint, the type says where the prefetch is to be.
  for (auto &[Key, Line] : Lines)
    if (!Line.Distance && Line.OuterDistance) {
      Line.Type = HintType::Outer;
      std::swap(Line.Distance, Line.OuterDistance);
    }
}

void IndirectHints::add(const Hint &H, LineHint &Line) {
  // A copy that unrolling has placed outside of the loop executes less often,
  // so that its hint may be for fewer iterations.
  uint64_t Distance = H.Delta;
  if (H.Type == HintType::Pushed) {
    Line.Pushed = Line.Pushed.value_or(H.Prefetch);
  } else if (H.Type == HintType::Outer) {
    if (!Line.Distance && Line.OuterDistance < Distance)
      Line.Prefetch = H.Prefetch;
    Line.OuterDistance = std::max(Line.OuterDistance, Distance);
  } else if (Line.Distance < Distance) {
    Line.Type = H.Type;
    Line.Distance = Distance;
    Line.Prefetch = H.Prefetch;
  }
  Line.Level = std::max(Line.Level, H.Level);
}

/// The location in final code of a load whose only user takes it as a memory
/// operand; null if that is not likely.
static const DILocation *placeIfFolded(const Instruction &Access) {
  if (!isa<LoadInst>(Access) || !Access.hasOneUser())
    return nullptr;
  const auto *User = cast<Instruction>(*Access.user_begin());
  const DILocation *At = User->getDebugLoc();
  bool CanFold = isa<BinaryOperator, CmpInst>(User) &&
                 User->getParent() == Access.getParent();
  return CanFold && At && At->getLine() ? At : nullptr;
}

std::optional<LineHint> IndirectHints::hintFor(const Instruction &Access) {
  auto HintAt = [&](const DILocation *At) {
    return At ? Lines.find(Keys->of({At, 0}).line()) : Lines.end();
  };
  if (Lines.empty())
    return std::nullopt;
  auto It = HintAt(placeOf(Access));
  if (It == Lines.end())
    It = HintAt(placeIfFolded(Access));
  // The hint of a line that has accesses is for these.
  if (It == Lines.end() ||
      (HintAt(placeOf(Access)) != It && WithAccess.count(It->first)))
    return std::nullopt;
  Used.insert(It->first);
  return It->second;
}

void IndirectHints::noteAhead(const Instruction &Access, llvm::Function &F) {
  if (const DILocation *At = placeOf(Access))
    addLineAhead(F, Keys->of({At, 0}).line());
}

void IndirectHints::forUnused(
    function_ref<void(const MemoryOperationKey &)> Each) const {
  for (const MemoryOperationKey &Key : make_first_range(Lines))
    if (!Used.count(Key))
      Each(Key);
}
