//===- OverflowLog.h - The log of a counter unit's overflows ----*- C++ -*-===//
//
// Writes a line of JSON for each overflow, with the counters of its thread:
// what an overflow handler in the guest would read. Nothing here allocates or
// holds a lock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_OVERFLOWLOG_H
#define UDPC_TOOLS_QEMU_OVERFLOWLOG_H

#include "tools/qemu/CounterReport.h"

namespace udpc {
namespace qemu {

/// The monotonic clock in nanoseconds.
uint64_t monotonicTime();

/// An event to log.
struct LoggedEvent {
  const char *Cause; ///< "overflow", "every" or "command".
  unsigned Counter;
  unsigned Core;
  uint64_t Address; ///< Address of the instruction.
  uint64_t Time;    ///< monotonicTime() when it occurred.
};

/// Passes the line to \p Write in one piece. Returns whether that succeeded.
bool printOverflow(const Counters &C, const CounterWidth &Width,
                   const LoggedEvent &What, pid_t Process, TextWriter Write,
                   void *Context);

/// Appends the line to the file \p Path, which is opened anew because the guest
/// may close any file. Returns 0 or an error number.
int appendOverflow(const char *Path, const Counters &C,
                   const CounterWidth &Width, const LoggedEvent &What,
                   pid_t Process);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_OVERFLOWLOG_H
