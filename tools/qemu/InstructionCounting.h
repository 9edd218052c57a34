//===- InstructionCounting.h - Executions of udpc instructions --*- C++ -*-===//
//
// Finds udpc instructions in translated blocks and counts their executions.
// Counting is a callback: QEMU's own inline additions lose counts when two
// threads execute the same instruction.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_INSTRUCTIONCOUNTING_H
#define UDPC_TOOLS_QEMU_INSTRUCTIONCOUNTING_H

#include "tools/qemu/QemuPlugin.h"

namespace udpc {
namespace qemu {

/// Selects the encoding of the instruction for a guest by QEMU's name of its
/// architecture. Returns false, and counts nothing, if the architecture has no
/// encoding.
bool setInstructionsOf(const char *Guest);

/// Counts \p Insn if it is a udpc instruction that is not masked.
void countInstruction(qemu_plugin_insn *Insn);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_INSTRUCTIONCOUNTING_H
