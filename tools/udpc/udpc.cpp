//===- udpc.cpp - The command line tool -----------------------------------===//

#include "tools/udpc/Commands.h"
#include "tools/udpc/baseline/Baseline.h"
#include "tools/udpc/options/HelpText.h"
#include "tools/udpc/prefetch-loop/PrefetchLoop.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  argc = takeLoopCommands(argc, argv);
  hideForeignOptions();
  fitHelp(/*Columns=*/100);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "udpc " UDPC_VERSION "\n"; });
  // `udpc check` returns 1 for its result, so invalid options return 2.
  if (!cl::ParseCommandLineOptions(argc, argv, ToolSummary, &errs()))
    return CheckCommand || BaselineCommand ? 2 : 1;
  for (const Command &C : commands())
    if (*C.Parser)
      return C.Run();
  cl::PrintHelpMessage();
  return 1;
}
