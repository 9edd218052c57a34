//===- SyscallLine.h - A line of /proc/<pid>/syscall ------------*- C++ -*-===//
//
// Parses what SleepingThreads.cpp reads from /proc about a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SYSCALLLINE_H
#define UDPC_RUNTIME_SYSTEM_SYSCALLLINE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The place at which a thread sleeps in the kernel.
struct SleepingPlace {
  /// The number of the system call; -1 outside of system calls, as after a page
  /// fault.
  int64_t Syscall;
  uintptr_t Arguments[6];
  /// Registers of the program.
  uintptr_t StackPointer, ProgramCounter;
};

/// Parses \p Line (proc_pid_syscall(5)), which is NUL-terminated. False if the
/// thread runs, or the line is malformed.
bool parseSyscallLine(const char *Line, SleepingPlace &Out);

/// Stores the sum of the two numbers of context switches in \p Status
/// (proc_pid_status(5)). False unless both are there.
bool parseContextSwitches(const char *Status, uint64_t &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SYSCALLLINE_H
