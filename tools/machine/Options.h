//===- Options.h - The command line of udpc-machine -------------*- C++ -*-===//
//
// Parses the command line of udpc-machine, including the hidden options by
// which a machine starts the machine of a program that its process executes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_OPTIONS_H
#define UDPC_TOOLS_MACHINE_OPTIONS_H

#include "tools/machine/emulator/Machine.h"
#include "tools/machine/sampling/SampleSettings.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {
namespace machine {

/// The parsed command line.
struct CommandLine {
  MachineOptions Machine;
  SampleSettings Samples;
  /// Whether sampling starts at the first brk.
  bool StartsAtBreak = false;
  /// File for the counters of the whole program; empty for none.
  std::string Counters;
  /// The counter unit's arguments; none if there is no counter unit.
  std::optional<std::string> Unit;
  /// The program's file.
  std::string Path;
  /// The program's arguments, with its name.
  std::vector<std::string> Program;
  /// Arguments of the machine itself.
  std::vector<std::string> Own;
  /// How many programs the process has executed before this one.
  unsigned Execution = 0;
  /// The bytes of the counter registers that the process's previous program
  /// left; empty if there was none.
  std::string Registers;
  /// The descriptor of the channel to its tracer (Tracing.h); -1 if the process
  /// is not traced.
  int Trace = -1;
};

/// Parses the arguments. Prints --help and --version itself and exits.
llvm::Expected<CommandLine> readCommandLine(int Argc, char **Argv);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_OPTIONS_H
