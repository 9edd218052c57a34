//===- CommandPlan.h - Computes clang's command line ------------*- C++ -*-===//
//
// The driver's decisions, separate from their execution: given the user's
// command line, the clang command to run and the actions after it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H
#define UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H

#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace udpc {

struct EventSpec;

/// The driver's inputs besides the command line.
struct DriverContext {
  std::string Clang;  ///< The clang to run.
  std::string Plugin; ///< libudpc.so.
  /// libudpc-clang.so; "" if it does not exist or Clang cannot load it.
  std::string ClangPlugin;
  std::string LibDir; ///< The folder of libudpc_rt.a, and of other targets'
                      ///< folders.
  /// The folder with only udpc's headers; "" if it does not exist.
  std::string IncludeDir;
  std::string Cwd;
  bool HintsAreTemporary = false; ///< UDPC_TEMPORARY_HINTS is set.
  std::string SpecFromEnv;        ///< UDPC_SPEC, or "".
  std::string HintsFromEnv;       ///< UDPC_PREFETCH_HINTS, or "".
  std::string ProfileFromEnv;     ///< UDPC_PROFILE, or "".
  /// Arguments that clang takes from its configuration files.
  std::vector<std::string> ConfigArgs;
  bool UnderCcache = false;
};

/// The command to run and the work before and after it.
struct CommandPlan {
  std::vector<std::string> Args; ///< Without the program's name.
  /// The spec; empty if this step counts nothing.
  std::string Spec;
  /// The spec's content; null without a spec, and if it is invalid, which the
  /// plugin reports.
  std::shared_ptr<const EventSpec> Events;
  std::string Hints;   ///< The hint file, or "".
  std::string Profile; ///< What to profile: as -fudpc-profile=; "" is nothing.
  /// Whether clang loads the clang plugin.
  bool LoadsClangPlugin = false;
  /// -E: append line markers for the spec, the hints and the plugins, for
  /// ccache.
  bool AppendInputsToOutput = false;
  /// -E: append a line marker that disables ccache's direct mode.
  bool DisableDirectMode = false;
  std::string PreprocessorOutput; ///< The output of -E; "" is stdout.
  /// The bytes of the object with the runtime's options, or "". Its file, which
  /// exists for this link only, replaces OptionsObjectName in Args.
  std::string OptionsObject;
  static constexpr llvm::StringLiteral OptionsObjectName = "<udpc options>";
  /// The executable to check for spec entries that matched nothing, or "".
  std::string LinkedProgram;
  /// The inputs of that executable's link.
  LinkInputs Linked;
  /// Whether such entries are errors, after which the executable is removed.
  bool UnmatchedIsError = false;
  std::string Warning;     ///< To print before clang runs, or "".
  std::string Note;        ///< To print before clang runs, too, or "".
  bool PrintHelp = false;  ///< --help-udpc: our flags and nothing else.
  bool AppendHelp = false; ///< --help: ours after clang's.

  bool hasWorkAfter() const {
    return AppendInputsToOutput || DisableDirectMode || AppendHelp ||
           !LinkedProgram.empty() || !OptionsObject.empty();
  }
};

/// Plans the command for \p Args, the user's arguments with response files
/// expanded. The error is a usage error of one line.
llvm::Expected<CommandPlan> planCommand(llvm::ArrayRef<std::string> Args,
                                        const DriverContext &Context);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H
