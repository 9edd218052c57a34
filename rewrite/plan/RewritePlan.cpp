//===- RewritePlan.cpp - Plans of sites in linked code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/RewritePlan.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::describe(PatchMethod M) {
  static constexpr StringLiteral Words[] = {
#define UDPC_PATCH_METHOD(Name, Words) Words,
#include "rewrite/plan/Methods.inc"
  };
  return Words[static_cast<unsigned>(M)];
}
