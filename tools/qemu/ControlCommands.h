//===- ControlCommands.h - Commands to a running counter unit ---*- C++ -*-===//
//
// Executes the text commands that change or read the plugin's counters while
// the guest runs. Used by ControlSocket.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H
#define UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H

#include "tools/qemu/CounterReport.h"
#include <string>

namespace udpc {
namespace qemu {

/// Maximum length of a command line in bytes; longer lines are refused.
constexpr size_t MaxCommand = 4096;

/// Executes the command \p Line (docs/instruction.md, "While the program runs")
/// and returns the answer, one line without its end: "ok", "error: ..." or
/// JSON. \p Line may contain any bytes. Other threads may count meanwhile; only
/// one thread may call this at a time.
std::string controlUnit(const std::string &Line, Counters &C,
                        const ReportStyle &Style);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H
