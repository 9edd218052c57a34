//===- LoopMessage.h - Messages of the prefetch loop ------------*- C++ -*-===//
//
// Progress messages that all parts of the loop print in one form.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_LOOPMESSAGE_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_LOOPMESSAGE_H

#include "llvm/ADT/Twine.h"

namespace udpc {

/// Prints a step of the loop.
void sayInLoop(const llvm::Twine &Message);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_LOOPMESSAGE_H
