//===- PrefetchTarget.cpp - Prefetch targets ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/PrefetchTarget.h"
#include "passes/target/Targets.h"

using namespace llvm;
using namespace udpc;

const PrefetchTarget *udpc::findPrefetchTarget(const Triple &T) {
  static const PrefetchTarget *const All[] = {&x86_64PrefetchTarget(),
                                              &riscv64PrefetchTarget(),
                                              &aarch64PrefetchTarget()};
  for (const PrefetchTarget *P : All)
    if (P->fits(T))
      return P;
  return nullptr;
}
