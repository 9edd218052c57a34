//===- BaselineCommand.cpp - udpc baseline --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/CostLimits.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/baseline/CostRuns.h"
#include "tools/udpc/baseline/CountedProgram.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error writeBaseline();

static Command
    BaselineCommand(Job::Costs, "baseline",
                    "Write the costs that later runs are checked against "
                    "(docs/check.md)",
                    writeBaseline, Command::WithName, /*ErrorStatus=*/2);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    BaselineCommand);
static cl::opt<bool>
    RunsProgram("run", cl::desc("Run this program: --run -- ./app file"),
                BaselineCommand);
static cl::opt<std::string>
    Results("results", cl::desc("With --run: the file of costs it writes"),
            cl::value_desc("file"), BaselineCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), BaselineCommand);
static cl::opt<std::string>
    File("file", cl::desc("Only code of these files: a.c, lib/*.c"),
         cl::value_desc("glob"), BaselineCommand);
static cl::opt<std::string> Function("function",
                                     cl::desc("Only these functions"),
                                     cl::value_desc("glob"), BaselineCommand);
static cl::opt<std::string>
    Module("module", cl::desc("Only these executables and libraries: libz.so*"),
           cl::value_desc("glob"), BaselineCommand);
static cl::list<std::string>
    FileChanges("mod-filename",
                cl::desc("Change names of files: s/old/new/g or old=new"),
                cl::value_desc("change"), BaselineCommand);
static cl::list<std::string>
    FunctionChanges("mod-funcname", cl::desc("The same for names of functions"),
                    cl::value_desc("change"), BaselineCommand);
static cl::opt<std::string>
    Least("least", cl::desc("Omit files and functions below it [0.01%]"),
          cl::value_desc("percent"), cl::init("0.01%"), BaselineCommand);
static cl::opt<std::string>
    Project("project",
            cl::desc("Names of files are relative to it [around .git]"),
            cl::value_desc("folder"), BaselineCommand);

static Expected<double> leastPercent() {
  Expected<CostAmount> Amount = CostAmount::parse(Least);
  if (!Amount)
    return createStringError("--least: " + toString(Amount.takeError()));
  if (!Amount->IsPercent && Amount->Count)
    return createStringError("--least: a percentage is needed, as 0.01%");
  if (Amount->Percent > 100)
    return createStringError("--least: at most 100%");
  return Amount->Percent;
}

static Expected<Baseline> measure(const CostSelection &Selection) {
  if (RunsProgram)
    return runProgram({{Inputs.begin(), Inputs.end()}, Results, ""}, Selection,
                      Project);
  Expected<std::vector<std::string>> Files =
      chooseProfiles(Inputs, ProfileSearch::Either);
  if (!Files)
    return Files.takeError();
  return readRuns(*Files, Selection, Project);
}

static Error writeBaseline() {
  Expected<double> Percent = leastPercent();
  if (!Percent)
    return Percent.takeError();
  CostSelection Selection{Module, File, Function, FileChanges, FunctionChanges};
  Expected<Baseline> Runs = measure(Selection);
  if (!Runs)
    return Runs.takeError();
  Runs->LeastPercent = *Percent;
  Runs->removeSmall();
  return printTo(Output, [&](raw_ostream &OS) {
    Runs->print(OS);
    return Error::success();
  });
}
