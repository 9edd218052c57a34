//===- CommandPlan.h - From our command line to clang's --------*- C++ -*-===//
//
// The driver's decisions, apart from their execution: given what the user
// wrote, which clang command to run and what is left to do after it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H
#define UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// What the driver knows beside the command line.
struct DriverContext {
  std::string Clang;  ///< The clang to run.
  std::string Plugin; ///< libudpc.so.
  /// libudpc-clang.so; "" if it is not there or Clang cannot load it.
  std::string ClangPlugin;
  std::string LibDir; ///< Holds libudpc_rt.a, and others by target.
  /// Holds udpc/udpc.h and nothing but our headers; "" if it is not there.
  std::string IncludeDir;
  std::string Cwd;
  std::string SpecFromEnv;    ///< UDPC_SPEC, or "".
  std::string HintsFromEnv;   ///< UDPC_PREFETCH_HINTS, or "".
  std::string ProfileFromEnv; ///< UDPC_PROFILE, or "".
  std::string ProbesFromEnv;  ///< UDPC_PROBES, or "".
  /// What clang takes from its configuration files.
  std::vector<std::string> ConfigArgs;
  bool UnderCcache = false;
};

struct CommandPlan {
  std::vector<std::string> Args; ///< Without the program's name.
  /// The spec to count by; "" when this step counts nothing.
  std::string Spec;
  std::string Hints;   ///< Where to prefetch; "" is nowhere.
  std::string Profile; ///< What to profile: as -fudpc-profile=; "" is nothing.
  /// Whether clang loads the clang plugin.
  bool LoadsClangPlugin = false;
  /// -E: append what makes ccache see the spec, the hints and the plugins.
  bool AppendInputsToOutput = false;
  /// -E: append what keeps ccache from looking at its list of include files.
  bool DisableDirectMode = false;
  std::string PreprocessorOutput; ///< Of -E; "" is stdout.
  /// The executable to look at for entries that matched nothing, or "".
  std::string LinkedProgram;
  /// Such entries are errors, and leave no executable.
  bool UnmatchedIsError = false;
  std::string Warning;     ///< To print before clang runs, or "".
  bool PrintHelp = false;  ///< --help-udpc: our flags and nothing else.
  bool AppendHelp = false; ///< --help: ours after clang's.

  bool hasWorkAfter() const {
    return AppendInputsToOutput || DisableDirectMode || AppendHelp ||
           !LinkedProgram.empty();
  }
};

/// \p Args: what the user wrote, response files expanded. The error is a usage
/// error, one line.
llvm::Expected<CommandPlan> planCommand(llvm::ArrayRef<std::string> Args,
                                        const DriverContext &Context);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_COMMANDPLAN_H
