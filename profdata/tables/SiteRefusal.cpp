//===- SiteRefusal.cpp - Why a site is not counted ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/tables/SiteRefusal.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::describe(SiteRefusal R) {
  static constexpr StringLiteral Words[] = {
#define UDPC_REFUSAL(Name, Words) Words,
#include "profdata/tables/Refusals.inc"
  };
  return Words[static_cast<unsigned>(R)];
}
