//===- CommandLine.h - Parses the driver's command line ---------*- C++ -*-===//
//
// Extracts udpc's flags from the driver's command line, and the facts about
// clang's flags that CommandPlan.cpp decides by.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_COMMANDLINE_H
#define UDPC_TOOLS_UDPC_CLANG_COMMANDLINE_H

#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// The relevant facts of a command line.
struct Request {
  /// The arguments that are passed to clang.
  std::vector<std::string> Rest;
  enum Step { Preprocess, Compile, Link, Nothing } Last = Link;
  std::string Spec, Lowering, Fidelity, Output, Target;
  /// -fudpc-event: the last one, and all.
  std::string Event;
  std::vector<std::string> Events;
  std::string Hints;                ///< The hint file.
  std::optional<bool> Discriminate; ///< -f[no-]udpc-discriminate-memops.
  bool KeysInDebugInfo = false;     ///< -x86-discriminate-memops.
  std::string Profile;              ///< counts, cache, ...
  std::string RuntimeOptions;       ///< -fudpc-options, as in UDPC_OPTIONS.
  bool NoProfile = false; ///< -fno-udpc-profile was the last of these.
  /// Whether a flag selects what to count or to prefetch, or disables it. The
  /// environment is then ignored.
  bool FlagsDecide = false;
  bool Disabled = false;  ///< -fno-udpc was the last of these.
  bool HasSource = false; ///< There is a source to compile.
  bool HasHeader = false; ///< There is a header to precompile.
  bool HasInput = false;  ///< There is any input.
  bool IsProbe = false;   ///< A configure step's test program.
  bool WritesDeps = false;
  bool HasDebug = false;        ///< The last flag about debug info enables it.
  bool HasDebugModules = false; ///< -gmodules, which enables it as well.
  /// -fsave-optimization-record, which also enables debug info.
  bool SavesRemarks = false;
  bool WritesStackUsage = false; ///< -fstack-usage.
  /// -fdebug-info-for-profiling, or the opposite.
  bool HasProfilingInfo = false, NoProfilingInfo = false;
  bool HasOwnMapping = false; ///< The user enables coverage records.
  bool HasProfiling = false;  ///< The user enables another kind of profile.
  /// LLVM gets a profile that guides or instruments the optimised code.
  bool HasInstrumentation = false, HasSampleUse = false, HasProbes = false,
       HasMemoryProfile = false;
  std::optional<std::string> ProfileUse; ///< -fprofile[-instr]-use.
  bool HasInlineDeferral = false; ///< -mllvm -enable-npm-pgo-inline-deferral.
  /// -mllvm options that change the contents of coverage records.
  bool HasCommentOption = false;
  bool Shared = false, Relocatable = false, Bare = false;
  bool EmulatedTLS = false, Freestanding = false;
  bool NoStartFiles = false; ///< -nostdlib, -nostartfiles.
  bool WantsRuntime = false; ///< -ludpc_rt.
  bool NoRuntime = false;    ///< -fno-udpc-runtime, unless -ludpc_rt follows.
  bool IsContinuous = false; ///< -fudpc-continuous.
  bool HasFibers = false;    ///< -fudpc-fibers.
  bool NoLinemarkers = false, DumpsMacros = false;
  bool DryRun = false;           ///< -###
  bool NoWarnings = false;       ///< -w
  bool UnmatchedIsError = false; ///< -Werror=udpc
  bool Is32Bit = false;
  bool HasLto = false, HasLld = false;
  bool WantsRemarks = false;       ///< -Rpass=... and similar flags.
  bool WantsClangPlugin = false;   ///< -fplugin=libudpc-clang.so.
  std::vector<std::string> Inputs; ///< All files.
  LinkInputs ToLink;
  std::vector<std::string> Sources; ///< In C and C++, with headers.
  std::vector<std::string> AssemblerSources;
  std::vector<std::string> Includes; ///< -include.
  std::vector<std::string> Folders;  ///< -I and -iquote.
  bool PrintHelp = false, AppendHelp = false;
  /// Inputs after "--"; added arguments must precede it.
  std::vector<std::string> AfterDashes;
};

/// Parses \p Args: removes udpc's flags and records the relevant facts of the
/// others. \p ConfigArgs precede them; clang reads those itself, so only their
/// facts are recorded. The error is a usage error of one line.
llvm::Expected<Request>
readCommandLine(llvm::ArrayRef<std::string> Args,
                llvm::ArrayRef<std::string> ConfigArgs = {});

/// Returns whether \p Word is a valid value of -fudpc-profile=.
bool isProfileWord(llvm::StringRef Word);

/// Returns whether \p Name is a test program of a build system's configure
/// step. Its result must not depend on udpc, and it must leave no profiles.
bool isProbe(llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_COMMANDLINE_H
