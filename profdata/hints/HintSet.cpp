//===- HintSet.cpp - Prefetch hints by memory operation -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace udpc;

bool HintSet::add(const MemoryOperationKey &Key, Hint H) {
  HintList &Hints = ByFunction[Key.function()][Key];
  if (is_contained(Hints, H) || Hints.size() > MaxHintIndex)
    return false;
  Hints.push_back(H);
  ++NumHints;
  return true;
}

Error HintSet::merge(const HintSet &Other) {
  if (!Other.empty())
    HasOperationKeys = Other.HasOperationKeys && (empty() || HasOperationKeys);
  if (empty())
    HasHashes = Other.HasHashes;
  else if (!Other.empty() && HasHashes != Other.HasHashes)
    return createStringError(
        "one has hashes of functions (MD5), the other their names; write both "
        "in one way");
  Processors.insert(Other.Processors.begin(), Other.Processors.end());
  for (const auto &[Function, Keys] : Other.ByFunction)
    for (const auto &[Key, Hints] : Keys)
      for (const Hint &H : Hints)
        add(Key, H);
  return Error::success();
}

const HintSet::FunctionHints *HintSet::find(StringRef Function) const {
  auto It = ByFunction.find(nameInKeys(Function));
  return It == ByFunction.end() ? nullptr : &It->second;
}

std::string HintSet::nameInKeys(StringRef Function) const {
  return HasHashes ? utostr(MD5Hash(Function)) : Function.str();
}
