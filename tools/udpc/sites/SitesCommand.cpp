//===- SitesCommand.cpp - udpc sites --------------------------------------===//

#include "tools/udpc/sites/SitesCommand.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/sites/Sites.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc sites options");

cl::SubCommand udpc::SitesCommand("sites", "List a binary's udpc instructions");

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
    CounterFile("counters",
                cl::desc("List the events with the counts in this counter file "
                         "of the QEMU plugin"),
                cl::value_desc("file"), cl::cat(Category),
                cl::sub(SitesCommand));

void udpc::hideUnrelatedToSites() {
  cl::HideUnrelatedOptions(Category, SitesCommand);
}

static int fail(const Twine &Message) {
  WithColor::error(errs(), "udpc") << shownMessage(Message) << '\n';
  return 1;
}

/// Calls \p Print with standard output or the file of -o, which is written
/// atomically.
static int withOutput(function_ref<void(raw_ostream &)> Print) {
  Error E = printTo(Output, [&](raw_ostream &OS) {
    Print(OS);
    return Error::success();
  });
  return E ? fail(toString(std::move(E))) : 0;
}

int udpc::runSites() {
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
      Failed = joinErrors(std::move(Failed),
                          printCounterTable(OS, *Found, CounterFile));
    else if (Json)
      printSitesJson(OS, *Found);
    else
      printSitesTable(OS, *Found);
  });
  return Failed ? fail(toString(std::move(Failed))) : Code;
}
