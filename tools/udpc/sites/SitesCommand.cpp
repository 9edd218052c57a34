//===- SitesCommand.cpp - udpc sites --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/output/Pager.h"
#include "tools/udpc/sites/Sites.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command SitesCommand(Job::Events, "sites",
                            "List a binary's udpc instructions", run,
                            Command::WithoutName);

static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), SitesCommand);
static cl::opt<bool> Json("json", cl::desc("As JSON (docs/instruction.md)"),
                          SitesCommand);

static cl::list<std::string> Files(cl::Positional, cl::desc("<binary>"),
                                   SitesCommand);
static cl::opt<std::string>
    CounterFile("counters",
                cl::desc("List the events with the counts in this counter file "
                         "of the QEMU plugin"),
                cl::value_desc("file"), SitesCommand);

static ColorOption Color(SitesCommand);

static Error run() {
  if (Files.size() != 1)
    return createStringError("sites: name one program or library");
  Expected<BinarySites> Found = BinarySites::read(Files[0]);
  if (!Found)
    return Found.takeError();
  for (const std::string &Warning : Found->Warnings)
    WithColor::warning(errs(), "udpc")
        << shownMessage(Files[0] + ": " + Warning) << '\n';
  Error Failed = Error::success();
  // Written atomically if it is a file.
  Error Unwritten = printPaged(Output, [&](raw_ostream &OS) {
    if (!CounterFile.empty())
      Failed = joinErrors(std::move(Failed),
                          printCounterTable(OS, *Found, CounterFile));
    else if (Json)
      printSitesJson(OS, *Found);
    else
      printSitesTable(OS, *Found);
    return Error::success();
  });
  if (!Unwritten)
    return Failed;
  if (Failed)
    SitesCommand.printError(toString(std::move(Unwritten)));
  return Failed ? std::move(Failed) : std::move(Unwritten);
}
