//===- FlagUse.h - What instructions do with the flags ----------*- C++ -*-===//

#ifndef UDPC_REWRITE_PLAN_FLAGUSE_H
#define UDPC_REWRITE_PLAN_FLAGUSE_H

#include "rewrite/code/ModuleInstruction.h"

namespace udpc {

/// What an x86-64 instruction does with the six arithmetic flags.
enum class FlagUse : uint8_t {
  None,     ///< Neither reads nor changes one.
  Replaces, ///< Reads none, and changes all or leaves them undefined.
  Unknown,
};

/// Of \p I, whose bytes are \p Bytes. Only the forms that compilers use at the
/// beginning of functions are known.
FlagUse flagUseOf(const ModuleInstruction &I, llvm::ArrayRef<uint8_t> Bytes);

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_FLAGUSE_H
