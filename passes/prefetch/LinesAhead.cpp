//===- LinesAhead.cpp - Lines that are prefetched ahead -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/LinesAhead.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral AheadAttribute = "udpc-prefetched-beside";

void udpc::addLineAhead(Function &F, const MemoryOperationKey &Line) {
  std::set<std::string> Ahead = linesAhead(F);
  if (Ahead.insert(Line.text()).second)
    F.addFnAttr(AheadAttribute, join(Ahead, "\n"));
}

std::set<std::string> udpc::linesAhead(const Function &F) {
  SmallVector<StringRef, 4> Lines;
  F.getFnAttribute(AheadAttribute)
      .getValueAsString()
      .split(Lines, '\n', -1, /*KeepEmpty=*/false);
  return std::set<std::string>(Lines.begin(), Lines.end());
}
