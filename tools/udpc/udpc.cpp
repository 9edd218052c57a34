//===- udpc.cpp - The command line tool -----------------------------------===//

#include "profdata/ShownText.h"
#include "tools/udpc/Annotate.h"
#include "tools/udpc/Ctl.h"
#include "tools/udpc/Export.h"
#include "tools/udpc/Hints.h"
#include "tools/udpc/Merge.h"
#include "tools/udpc/PrefetchLoop.h"
#include "tools/udpc/Recommend.h"
#include "tools/udpc/ReportCommands.h"
#include "tools/udpc/Run.h"
#include "tools/udpc/Sites.h"
#include "tools/udpc/output/Output.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc options");

static cl::SubCommand SitesCommand("sites",
                                   "List a binary's udpc instructions");

static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), cl::cat(Category), cl::sub(SitesCommand));
static cl::opt<bool> Json("json", cl::desc("As JSON (docs/instruction.md)"),
                          cl::cat(Category), cl::sub(SitesCommand));

static cl::list<std::string> BinaryWords(cl::Positional, cl::desc("<binary>"),
                                         cl::cat(Category),
                                         cl::sub(SitesCommand));
static cl::opt<std::string>
    BinaryFile("binary", cl::desc("The program or library to look at"),
               cl::value_desc("file"), cl::cat(Category),
               cl::sub(SitesCommand));
static cl::opt<std::string>
    CounterFile("unit",
             cl::desc("List the events with the counts in this counter file of the QEMU plugin"),
             cl::value_desc("file"), cl::cat(Category), cl::sub(SitesCommand));

static int fail(const Twine &Message) {
  WithColor::error(errs(), "udpc") << shownMessage(Message) << '\n';
  return 1;
}

/// Calls \p Print with standard output or with the file of -o, which is written
/// atomically.
static int withOutput(function_ref<void(raw_ostream &)> Print) {
  Error E = printTo(Output, [&](raw_ostream &OS) {
    Print(OS);
    return Error::success();
  });
  return E ? fail(toString(std::move(E))) : 0;
}

static int sites() {
  std::vector<std::string> Files(BinaryWords.begin(), BinaryWords.end());
  if (!BinaryFile.empty())
    Files.push_back(BinaryFile);
  if (Files.size() != 1)
    return fail("sites: name one program or library");
  Expected<BinarySites> Found = BinarySites::read(Files[0]);
  if (!Found)
    return fail(toString(Found.takeError()));
  for (const std::string &Warning : Found->Warnings)
    WithColor::warning(errs(), "udpc")
        << shownMessage(Files[0] + ": " + Warning) << '\n';
  Error Failed = Error::success();
  int Code = withOutput([&](raw_ostream &OS) {
    if (!CounterFile.empty())
      Failed =
          joinErrors(std::move(Failed), printCounterTable(OS, *Found, CounterFile));
    else if (Json)
      printSitesJson(OS, *Found);
    else
      printSitesTable(OS, *Found);
  });
  return Failed ? fail(toString(std::move(Failed))) : Code;
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  argc = takeLoopCommands(argc, argv);
  cl::HideUnrelatedOptions(Category, SitesCommand);
  hideUnrelatedToReports();
  hideUnrelatedToRun();
  hideUnrelatedToMerge();
  hideUnrelatedToCtl();
  hideUnrelatedToExport();
  hideUnrelatedToRecommend();
  hideUnrelatedToHints();
  hideUnrelatedToPrefetchLoop();
  hideUnrelatedToAnnotate();
  cl::HideUnrelatedOptions(Category);
  // Do not show LLVM's generic options. Hiding the category is not enough: LLVM
  // shows it again if there are categories. --help itself need not be listed.
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands()) {
    auto &Options = cl::getRegisteredOptions(*Command);
    Options.erase("help-list");
    if (cl::Option *Help = Options.lookup("help"))
      Help->setHiddenFlag(cl::Hidden);
  }
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "udpc " UDPC_VERSION "\n"; });
  cl::ParseCommandLineOptions(
      argc, argv, "udpc: what instrumented programs have counted and cost");
  if (RunCommand)
    return runRun();
  if (ReportCommand)
    return runReport();
  if (MergeCommand)
    return runMerge();
  if (DiffCommand)
    return runDiff();
  if (SitesCommand)
    return sites();
  if (CtlCommand)
    return runCtl();
  if (ExportCommand)
    return runExport();
  if (RecommendCommand)
    return runRecommend();
  if (HintsCommand)
    return runHints();
  if (PrefetchLoopCommand)
    return runPrefetchLoop();
  if (AnnotateCommand)
    return runAnnotate();
  cl::PrintHelpMessage();
  return 1;
}
