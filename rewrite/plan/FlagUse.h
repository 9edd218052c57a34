//===- FlagUse.h - How instructions use the flags ---------------*- C++ -*-===//
//
// Tells whether counting code has to save the flags. Used by PlanWriter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_FLAGUSE_H
#define UDPC_REWRITE_PLAN_FLAGUSE_H

#include "rewrite/code/ModuleInstruction.h"

namespace udpc {

/// How an x86-64 instruction uses the six arithmetic flags.
enum class FlagUse : uint8_t {
  None,     ///< Neither reads nor changes any.
  Replaces, ///< Reads none, and changes all or leaves them undefined.
  Unknown,
};

/// Returns how \p I, whose bytes are \p Bytes, uses the flags. Only the forms
/// that compilers use at the beginning of functions are known.
FlagUse flagUseOf(const ModuleInstruction &I, llvm::ArrayRef<uint8_t> Bytes);

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_FLAGUSE_H
