//===- LoopMessage.cpp - Messages of the prefetch loop --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

void udpc::sayInLoop(const Twine &Message) {
  Progress::clear();
  errs() << "udpc: prefetch-loop: " << Message << '\n';
}
