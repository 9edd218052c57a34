//===- Process.h - The process that counts ---------------------*- C++ -*-===//
//
// Start-up, the options, and what a profile says about the process.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PROCESS_H
#define UDPC_RUNTIME_PROCESS_H

#include "runtime/logic/OptionParser.h"
#include "runtime/logic/OutputName.h"

namespace udpc {
namespace rt {

/// Starts the runtime unless it runs. Called before anything of the program is,
/// where the linker lets us; otherwise by the first that needs the runtime.
void ensureStarted();

const Options &options();

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

#endif // UDPC_RUNTIME_PROCESS_H
