//===- TargetDescription.cpp - Targets with udpc instructions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/TargetDescription.h"
#include "passes/target/Targets.h"

using namespace llvm;
using namespace udpc;

const TargetDescription *udpc::findTarget(const Triple &T) {
  for (const TargetDescription *D : {&x86_64Target(), &riscv64Target()})
    if (D->fits(T))
      return D;
  return nullptr;
}
