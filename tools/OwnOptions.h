//===- OwnOptions.h - Command lines without LLVM's options ------*- C++ -*-===//
//
// Keeps the options of LLVM's libraries off the command lines of udpc and
// udpc-machine.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_OWNOPTIONS_H
#define UDPC_TOOLS_OWNOPTIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

/// Removes the options of LLVM's own passes and tools from the command line, so
/// that a misspelled option is not taken for one of them. Options in \p Own,
/// those of subcommands, --help, --help-hidden and --version stay. Must be
/// called before cl::ParseCommandLineOptions.
inline void keepOwnOptions(llvm::cl::OptionCategory &Own) {
  namespace cl = llvm::cl;
  llvm::SmallVector<llvm::StringRef, 0> Foreign;
  for (const auto &[Name, Option] : cl::getRegisteredOptions())
    if (!llvm::is_contained(Option->Categories, &Own) && Name != "help" &&
        Name != "help-hidden" && Name != "version")
      Foreign.push_back(Name);
  for (llvm::StringRef Name : Foreign)
    cl::getRegisteredOptions().erase(Name);
  // LLVM allows options of one letter to be grouped, as in -hx, so its -h would
  // accept any unknown option that begins with h. Grouping is enabled where the
  // name is set at construction; set it later.
  static cl::alias Help(
      "help-alias", cl::desc("Alias for --help"), cl::Hidden,
      cl::aliasopt(*cl::getRegisteredOptions().lookup("help")));
  Help.ArgStr = "h";
  for (cl::SubCommand *Parser : cl::getRegisteredSubcommands()) {
    auto &Options = cl::getRegisteredOptions(*Parser);
    for (const char *Name : {"help-alias", "help-list", "help-list-hidden",
                             "print-options", "print-all-options"})
      Options.erase(Name);
    Options["h"] = &Help;
  }
}

} // namespace udpc

#endif // UDPC_TOOLS_OWNOPTIONS_H
