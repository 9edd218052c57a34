//===- Component.h - Optional components of udpc ----------------*- C++ -*-===//
//
// A component is a program beside udpc, udpc-with-<name>: udpc with the
// commands and functions of the component. udpc continues there if a command
// line needs them, and says which package has them if the program is not there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COMPONENT_H
#define UDPC_TOOLS_UDPC_COMPONENT_H

#include "tools/udpc/Command.h"

namespace udpc {

/// Profiles of many machines; programs for a machine with counters; sites in
/// code as it is.
enum class Component { Fleet, Machine, Rewriting };

/// A command that a component has, and what udpc's help says of it.
struct ComponentCommand {
  Component Of;
  Job For;
  llvm::StringLiteral Name;
  llvm::StringLiteral Summary;
};

/// The commands of all components.
inline constexpr ComponentCommand ComponentCommands[] = {
    {Component::Fleet, Job::Fleet, "collect",
     "Ship finished profiles of a folder (docs/fleet.md)"},
    {Component::Fleet, Job::Fleet, "query",
     "Ask many profiles: top, regressions, outliers, times (docs/fleet.md)"},
    {Component::Rewriting, Job::UnchangedCode, "convert",
     "Write a copy of a program or library that counts"},
};

/// Returns the command \p Name of a component, or null.
const ComponentCommand *findComponentCommand(llvm::StringRef Name);

/// Returns whether the program of \p C is installed beside this one.
bool isInstalled(Component C);

/// Keeps the command line of this process for continueIn().
void keepCommandLine(int argc, const char *const *argv);

/// Replaces this process by the program of \p C, with the same command line. To
/// be called before anything is printed or read from a stream. Returns only an
/// error: \p What needs a package that is not installed.
llvm::Error continueIn(Component C, const llvm::Twine &What);

/// Sets a pointer to a function of a component that a command of the core
/// calls, when a program starts that has the component; it is null in others.
template <typename Function> struct Provides {
  Provides(Function *&Pointer, Function *Provided) { Pointer = Provided; }
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COMPONENT_H
