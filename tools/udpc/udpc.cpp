//===- udpc.cpp - The command line tool -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Component.h"
#include "tools/udpc/HelpText.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Parses the command line. Prints its errors, which name the help of the
/// command \p Name.
static bool parse(int argc, char **argv, StringRef Name) {
  std::string Text;
  raw_string_ostream Errors(Text);
  bool IsParsed = cl::ParseCommandLineOptions(argc, argv, ToolSummary, &Errors);
  std::string Where = (".  Try: '" + StringRef(argv[0]) + " --help'").str();
  StringRef Rest = Text;
  while (!Rest.empty()) {
    auto [Before, After] = Rest.split(Where);
    errs() << Before;
    if (Before.size() != Rest.size())
      errs() << "; see udpc" << (Name.empty() ? "" : " ") << Name << " --help";
    Rest = After;
  }
  return IsParsed;
}

/// Continues in the program that has the command \p C. Returns only if it
/// cannot.
static int continueInComponentOf(const ComponentCommand &C) {
  Error E = continueIn(C.Of, C.Name);
  WithColor::error(errs(), "udpc") << toString(std::move(E)) << '\n';
  return 1;
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  WithColor::setAutoDetectFunction(hasColors);
  // `udpc help check` is `udpc check --help`.
  static char Help[] = "--help", Version[] = "--version";
  SmallVector<char *> Arguments(argv, argv + argc);
  if (argc > 2 && StringRef(argv[1]) == "help")
    Arguments.assign({argv[0], argv[2], Help});
  else if (argc == 2 && StringRef(argv[1]) == "version")
    Arguments[1] = Version;
  argc = Arguments.size();
  Arguments.push_back(nullptr);
  argv = Arguments.data();
  StringRef First = argc > 1 ? argv[1] : "";
  if (is_contained({"-h", "--h", "-help", "--help", "help"}, First)) {
    printHelp(outs());
    return 0;
  }
  keepCommandLine(argc, argv);
  const auto *Named =
      find_if(commands(), [&](const Command *C) { return C->name() == First; });
  if (Named == commands().end()) {
    if (const ComponentCommand *C = findComponentCommand(First))
      return continueInComponentOf(*C);
  } else if (Command::ArgumentFilter Filter = (*Named)->argumentFilter()) {
    argc = Filter(argc, argv);
  }
  hideForeignOptions();
  fitHelp(/*Columns=*/100);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "udpc " UDPC_VERSION "\n"; });
  bool IsParsed =
      parse(argc, argv, Named == commands().end() ? "" : (*Named)->name());
  const auto *Called =
      find_if(commands(), [](const Command *C) { return C->isCalled(); });
  bool HasCommand = Called != commands().end();
  if (!IsParsed)
    return HasCommand ? (*Called)->errorStatus() : 1;
  if (HasCommand)
    return (*Called)->run();
  printHelp(outs());
  return 1;
}
