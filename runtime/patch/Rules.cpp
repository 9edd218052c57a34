//===- Rules.cpp - Lists of globs with a state ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/Rules.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"

using namespace udpc;
using namespace udpc::rt;

/// Removes the rule with \p Globs from the list and returns it; null if there
/// is none.
Rule *RuleList::take(const char *Globs) {
  Rule *Previous = nullptr;
  for (Rule *R = First; R; Previous = R, R = R->Next) {
    if (!sameText(R->Globs, Globs))
      continue;
    (Previous ? Previous->Next : First) = R->Next;
    if (Last == R)
      Last = Previous;
    --NumRules;
    return R;
  }
  return nullptr;
}

Rule *RuleList::make(const char *Globs) {
  size_t Size = lengthOf(Globs) + 1;
  auto *R = Memory.allocateArray<Rule>(1);
  auto *Copy = Memory.allocateArray<char>(Size);
  if (!R || !Copy)
    return nullptr;
  copyBytes(Copy, Globs, Size);
  R->Globs = Copy;
  return R;
}

int RuleList::add(const char *Globs, bool On) {
  if (sameText(Globs, "*")) {
    First = Last = nullptr;
    NumRules = 0;
    Memory.release();
    Default = On;
    return 0;
  }
  Rule *R = take(Globs);
  if (!R && NumRules == MaxRules)
    return TooManyRules;
  if (!R)
    R = make(Globs);
  if (!R)
    return NoMemory;
  R->On = On;
  R->Next = nullptr;
  (Last ? Last->Next : First) = R;
  Last = R;
  ++NumRules;
  return 0;
}
