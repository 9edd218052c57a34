//===- Process.h - Options and description of the process -------*- C++ -*-===//
//
// The options, and the facts about the process that profiles contain. Start.cpp
// sets them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_PROCESS_H
#define UDPC_RUNTIME_SYSTEM_PROCESS_H

#include "runtime/options/OptionParser.h"
#include "runtime/options/OutputName.h"

namespace udpc {
namespace rt {

/// Starts the runtime unless it is running. Called from .preinit_array, before
/// any code of the program, if possible; otherwise by the first function that
/// needs the runtime. Start.cpp.
void ensureStarted();
/// Returns whether the runtime has started. May be called before the runtime
/// has been relocated.
bool hasStarted();

/// Reads the plans of the option `plans` (patch/plan/). Called at the end of
/// the start. Register.cpp.
void startPlans();

const Options &options();
/// Returns the options for changes at start-up.
Options &optionsToSet();

/// Records the process, its host, folder and command line, at start-up. \p
/// Arguments may be null.
void noteProcess(char **Arguments);
/// Records, in the child after fork(), that it owns its counts.
void noteForkedChild();

/// Returns the process that owns the counts. It differs from currentPid() in
/// children that share our memory (vfork) or were made by _Fork or a bare
/// system call: they must not change anything.
uint64_t processPid();
bool ownsCounts();

/// Returns the command line, with arguments separated by spaces.
const char *commandLine(uint64_t &Size);

/// Returns OutputNameParts without the attempt and the signature.
OutputNameParts outputNameParts();

/// Returns whether the process is a static executable.
bool isStaticExecutable();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_PROCESS_H
