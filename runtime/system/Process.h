//===- Process.h - Options and description of the process -------*- C++ -*-===//
//
// The options and the facts about the process that a profile contains.
// Start.cpp sets them.
//
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
/// May be called before the runtime has been relocated.
bool hasStarted();

/// Reads the plans of the option `plans` (patch/plan/). At the end of the
/// start. Register.cpp.
void startPlans();

const Options &options();
/// For start-up only.
Options &optionsToSet();

/// Records the process, its host, folder and command line, at start-up. \p
/// Arguments may be null.
void noteProcess(char **Arguments);
/// In the child after fork(): it owns its counts.
void noteForkedChild();

/// The process that owns the counts. Differs from currentPid() in children that
/// share our memory (vfork) or were made by _Fork or a bare system call: they
/// must not change anything.
uint64_t processPid();
bool ownsCounts();

/// The command line, arguments separated by spaces.
const char *commandLine(uint64_t &Size);

/// OutputNameParts without the attempt and the signature.
OutputNameParts outputNameParts();

/// Whether the process is a static executable.
bool isStaticExecutable();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_PROCESS_H
