//===- Process.h - The process that counts ---------------------*- C++ -*-===//
//
// The options, and what a profile says about the process. Start.cpp sets them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_PROCESS_H
#define UDPC_RUNTIME_CORE_PROCESS_H

#include "runtime/logic/OptionParser.h"
#include "runtime/logic/OutputName.h"

namespace udpc {
namespace rt {

/// Starts the runtime unless it runs. Called before anything of the program is,
/// where the linker lets us; otherwise by the first that needs the runtime.
/// Start.cpp.
void ensureStarted();
/// May be called before the runtime has been relocated.
bool hasStarted();

const Options &options();
/// For start-up only.
Options &optionsToSet();

/// Notes the process, its host, folder and command line, at start-up.
/// \p Arguments may be null.
void noteProcess(char **Arguments);
/// In the child after fork(), whose counts are its own from now on.
void noteForkedChild();

/// The process whose counts these are. Another number than currentPid() in
/// children that share our memory (vfork) or got a copy behind our back: they
/// must leave everything alone.
uint64_t processPid();
bool ownsCounts();

/// The command line, arguments separated by blanks.
const char *commandLine(uint64_t &Size);

/// All of OutputNameParts but the attempt and the signature.
OutputNameParts outputNameParts();

/// Whether the process is a static executable.
bool isStaticExecutable();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_PROCESS_H
