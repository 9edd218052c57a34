//===- DriverFlags.h - The table of the driver's flags ---------*- C++ -*-===//
//
// What Options.inc lists, as data.
//
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

struct DriverFlag {
  llvm::StringRef Spelling; ///< Ends with '=' if a value follows.
  llvm::StringRef Value;    ///< What the value is: "<file>".
  llvm::StringRef Words;    ///< The values that it takes; "" is any.
  llvm::StringRef Plugin;   ///< The plugin's option, to which a value is added.
  llvm::StringRef Help;
  /// Where the value goes, or null; or else the switch.
  std::string Request::*Field;
  DriverSwitch Switch;

  /// Whether \p Word is one of Words.
  bool takes(llvm::StringRef Word) const;
};

/// All of them, as --help-udpc lists them.
llvm::ArrayRef<DriverFlag> driverFlags();

/// The flag that \p Arg is, with its value if it takes one; or null.
const DriverFlag *findDriverFlag(llvm::StringRef Arg);

/// The flag whose value goes to \p Field.
const DriverFlag &flagOf(std::string Request::*Field);

/// The flag of ours that is spelled most like \p Arg.
llvm::StringRef nearestDriverFlag(llvm::StringRef Arg);

/// What --help-udpc prints, in lines of up to 80 columns.
void printDriverHelp(llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_DRIVERFLAGS_H
