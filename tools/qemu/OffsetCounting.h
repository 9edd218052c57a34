//===- OffsetCounting.h - Executions at the argument `offset` ---*- C++ -*-===//
//
// Counts executions of any instruction, by its address in a file, for the
// plugin's argument `offset`. Plugin.cpp calls it at each translation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_OFFSETCOUNTING_H
#define UDPC_TOOLS_QEMU_OFFSETCOUNTING_H

#include "tools/qemu/QemuPlugin.h"

namespace udpc {
namespace qemu {

/// Counts \p Insn if the argument `offset` names its place.
void countOffsetsAt(qemu_plugin_insn *Insn);

/// Invalidates the mappings. To be called after files may have been mapped or
/// unmapped.
void offsetMappingsChanged();

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_OFFSETCOUNTING_H
