//===- ControlCommands.h - Commands to a running counter unit ---*- C++ -*-===//

#ifndef UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H
#define UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H

#include "tools/qemu/CounterReport.h"
#include <string>

namespace udpc {
namespace qemu {

/// Longer lines are refused.
constexpr size_t MaxCommand = 4096;

/// Does what \p Line says (docs/instruction.md, "While the program runs") and
/// returns the answer, one line without its end: "ok", "error: ..." or JSON.
/// Any bytes may be in \p Line. Other threads may count meanwhile; there is one
/// caller at a time.
std::string controlUnit(const std::string &Line, Counters &C,
                        const ReportStyle &Style);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_CONTROLCOMMANDS_H
