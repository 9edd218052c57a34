//===- DebugInfoFlags.cpp - Debug info of a build -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/DebugInfoFlags.h"
#include "tools/udpc-clang/CommandLine.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

/// Returns whether \p Arg enables debug info unless -g0 follows. The many -g
/// flags that only change its form do not.
static bool enablesDebugInfo(StringRef Arg) {
  return Arg.starts_with("-ggdb") || Arg.starts_with("--debug") ||
         (Arg.starts_with("-gdwarf-") && Arg != "-gdwarf-aranges") ||
         Arg.starts_with("-debug-info-kind=") || // A flag of the front end.
         StringSwitch<bool>(Arg)
             .Cases({"-g", "-g1", "-g2", "-g3", "-gmlt", "-gdwarf", "-gdwarf32",
                     "-gdwarf64", "-gcodeview", "-glldb", "-gsce", "-gdbx",
                     "-gfull", "-gused", "-gline-tables-only",
                     "-gline-directives-only"},
                    true)
             .Default(false);
}

void udpc::readDebugInfoFlag(StringRef Arg, Request &R) {
  StringRef Name = Arg.split('=').first;
  if (Arg == "-g0" || Arg == "-ggdb0")
    R.HasDebug = false;
  else if (enablesDebugInfo(Arg))
    R.HasDebug = true;
  else if (Arg == "-gmodules")
    R.HasDebugModules = true;
  else if (Name == "-fsave-optimization-record" ||
           Name == "-foptimization-record-file" ||
           Name == "-foptimization-record-passes")
    R.WantsRemarks = R.SavesRemarks = true;
  else if (Arg == "-fno-save-optimization-record")
    R.SavesRemarks = false;
  else if (Arg.starts_with("-Rpass") || Arg == "-Reverything" ||
           Arg == "-opt-record-file") // A flag of the front end.
    R.WantsRemarks = true;
  else if (Arg == "-fstack-usage")
    R.WritesStackUsage = true;
}

bool udpc::hasDebugInfo(const Request &R) {
  // -g0 does not disable the debug info enabled by the last two.
  return R.HasDebug || R.HasDebugModules || R.SavesRemarks;
}
