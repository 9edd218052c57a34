//===- FunctionFilter.cpp - Selects operations by function ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/hints/FunctionFilter.h"
#include "profdata/support/PathGlob.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;
using namespace udpc;

Expected<FunctionFilter> FunctionFilter::create(StringRef Glob) {
  FunctionFilter Filter;
  if (Glob.empty())
    return Filter;
  Expected<GlobPattern> Parsed = GlobPattern::create(Glob);
  if (!Parsed)
    return createStringError("--function: " + toString(Parsed.takeError()));
  Filter.Glob = std::move(*Parsed);
  return Filter;
}

bool FunctionFilter::matches(const BinaryOperation &Op) {
  return !Glob || matches(Op.Symbol) ||
         (Op.Key && any_of(Op.Key->Frames, [&](const KeyFrame &F) {
            return matches(F.Function);
          }));
}

bool FunctionFilter::matches(StringRef Function) {
  auto [It, IsNew] = Known.try_emplace(Function, false);
  if (IsNew) {
    It->second =
        Glob->match(Function) || matchesFunction(*Glob, demangle(Function));
  }
  return It->second;
}
