//===- DriverFlags.h - The table of the driver's flags ----------*- C++ -*-===//
//
// The flags of Options.inc as a table, for the parser, --help-udpc and
// suggestions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_DRIVERFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_DRIVERFLAGS_H

#include "tools/udpc-clang/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

enum class DriverSwitch {
  None,
#define UDPC_SWITCH(Name, Spelling, Plugin, Keyword, Help) Name,
#include "tools/udpc-clang/Options.inc"
};

/// A flag of udpc.
struct DriverFlag {
  llvm::StringRef Spelling; ///< Ends with '=' if a value follows.
  llvm::StringRef Value;    ///< Placeholder of the value: "<file>".
  llvm::StringRef Words;    ///< The valid values; "" if any.
  llvm::StringRef Plugin;   ///< Option of the plugin, before a value.
  llvm::StringRef Help;
  /// The member that receives the value; null for a switch.
  std::string Request::*Field;
  DriverSwitch Switch;

  /// Returns whether \p Word is one of Words.
  bool takes(llvm::StringRef Word) const;
};

/// Returns all flags in the order of --help-udpc.
llvm::ArrayRef<DriverFlag> driverFlags();

/// Returns the flag in \p Arg, which includes the value if any; null if \p Arg
/// is no flag of udpc.
const DriverFlag *findDriverFlag(llvm::StringRef Arg);

/// Returns the flag whose value goes to \p Field.
const DriverFlag &flagOf(std::string Request::*Field);

/// Returns the flag of udpc with the spelling nearest to \p Arg.
llvm::StringRef nearestDriverFlag(llvm::StringRef Arg);

/// Prints the text of --help-udpc, at most 80 columns wide.
void printDriverHelp(llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_DRIVERFLAGS_H
