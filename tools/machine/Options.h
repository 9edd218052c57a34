//===- Options.h - The command line of udpc-machine -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_MACHINE_OPTIONS_H
#define UDPC_TOOLS_MACHINE_OPTIONS_H

#include "tools/machine/emulator/Machine.h"
#include "tools/machine/sampling/SampleSettings.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {
namespace machine {

struct CommandLine {
  MachineOptions Machine;
  SampleSettings Samples;
  /// Sampling starts at the first brk.
  bool StartsAtBreak = false;
  /// Where the counters of the whole program go; "" is nowhere.
  std::string Counters;
  /// The counter unit's arguments; none: there is no counter unit.
  std::optional<std::string> Unit;
  /// The program's file.
  std::string Path;
  /// Its arguments, with its name.
  std::vector<std::string> Program;
  /// What the machine itself was given.
  std::vector<std::string> Own;
  /// How often the process has executed another program before.
  unsigned Execution = 0;
  /// The bytes of the counter registers that the process's previous program
  /// left; "" if there was none.
  std::string Registers;
  /// The descriptor of the channel to its tracer (Tracing.h); -1 if the process
  /// is not traced.
  int Trace = -1;
};

/// Reads the arguments. Prints --help and --version itself and ends.
llvm::Expected<CommandLine> readCommandLine(int Argc, char **Argv);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_OPTIONS_H
