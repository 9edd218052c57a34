//===- CheckCommand.cpp - udpc check --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Command.h"
#include "tools/udpc/baseline/CostRuns.h"
#include "tools/udpc/baseline/CountedProgram.h"
#include "tools/udpc/check/BaseCommit.h"
#include "tools/udpc/check/CheckReport.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/output/Pager.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command
    CheckCommand(Job::Costs, "check",
                 "Fail if a run costs more than a baseline (docs/check.md)",
                 run, Command::WithName, /*ErrorStatus=*/2);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    CheckCommand);
static cl::opt<bool>
    RunsProgram("run", cl::desc("Run this program: --run -- ./app file"),
                CheckCommand);
static cl::opt<std::string>
    Results("results", cl::desc("With --run: the file of costs it writes"),
            cl::value_desc("file"), CheckCommand);
static cl::opt<std::string>
    Base("base", cl::desc("With --run: compare with where HEAD left it"),
         cl::value_desc("commit"), CheckCommand);
static cl::opt<std::string>
    BaselineFile("baseline", cl::desc("Compare with this baseline or profile"),
                 cl::value_desc("file"), CheckCommand);
static cl::opt<std::string>
    Limits("limit", cl::desc("Allowed: D1mr=+500,calls=any [first event 1%]"),
           cl::value_desc("event=+n"), CheckCommand);
static cl::list<std::string>
    AllowGone("allow-gone", cl::desc("Regions that the run may lack: BM_old*"),
              cl::value_desc("glob"), CheckCommand);
static cl::opt<std::string>
    Levels("per", cl::desc("Limits of each: program, region, file, function"),
           cl::value_desc("level,..."), cl::init("program,region"),
           CheckCommand);
static cl::opt<std::string>
    Least("least", cl::desc("Ignore increases of functions up to it [0.1%]"),
          cl::value_desc("n"), cl::init("0.1%"), CheckCommand);
static cl::list<std::string>
    FileChanges("mod-filename",
                cl::desc("Change names of files: s/old/new/, old=new"),
                cl::value_desc("change"), CheckCommand);
static cl::list<std::string>
    FunctionChanges("mod-funcname", cl::desc("The same for names of functions"),
                    cl::value_desc("change"), CheckCommand);
static cl::opt<std::string>
    Format("format",
           cl::desc("text, json, junit, github, markdown, sarif [text]"),
           cl::value_desc("name"), cl::init("text"), CheckCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), CheckCommand);
static cl::opt<std::string>
    Project("project", cl::desc("Where names of files begin [around .git]"),
            cl::value_desc("folder"), CheckCommand);

static ColorOption Color(CheckCommand);

using PrintFunction = void (*)(raw_ostream &, const CheckReport &);

static Error at(StringRef Option, Error E) {
  return createStringError(Option + ": " + toString(std::move(E)));
}

static const std::pair<StringLiteral, PrintFunction> Formats[] = {
    {"text", printCheckText},         {"json", printCheckJson},
    {"junit", printCheckJUnit},       {"github", printCheckGitHub},
    {"markdown", printCheckMarkdown}, {"sarif", printCheckSarif},
};

static Expected<PrintFunction> parseFormat() {
  std::string Names;
  for (const auto &[Name, Print] : Formats) {
    if (Format == Name)
      return Print;
    Names += (Names.empty() ? "" : ", ") + Name.str();
  }
  return createStringError("--format: one of " + Names + ", not '" + Format +
                           "'");
}

static Expected<std::vector<CostLevel>> parseLevels() {
  std::vector<CostLevel> Chosen;
  for (StringRef Name : split(Levels, ',')) {
    auto Level = StringSwitch<std::optional<CostLevel>>(Name.trim())
                     .Case("program", CostLevel::Program)
                     .Case("region", CostLevel::Region)
                     .Case("file", CostLevel::File)
                     .Case("function", CostLevel::Function)
                     .Case("inclusive", CostLevel::Inclusive)
                     .Default(std::nullopt);
    if (!Level)
      return createStringError(
          "--per: program, region, file, function or inclusive, not '" + Name +
          "'");
    if (!is_contained(Chosen, *Level))
      Chosen.push_back(*Level);
  }
  sort(Chosen);
  return Chosen;
}

static Expected<std::vector<NameChange>>
parseChanges(ArrayRef<std::string> Texts, StringRef Option) {
  std::vector<NameChange> Changes;
  for (const std::string &Text : Texts) {
    Expected<NameChange> Change = NameChange::parse(Text);
    if (!Change)
      return at(Option, Change.takeError());
    Changes.push_back(std::move(*Change));
  }
  return Changes;
}

/// Adds the limits of the first event, and of calls of code without a profile:
/// what moves there costs nothing in any event.
static void addDefaultLimits(std::vector<CostLimit> &Chosen,
                             const Baseline &Old, const Baseline &New) {
  CostAmount Percent;
  Percent.IsPercent = true;
  Percent.Percent = 1;
  auto IsOfCalls = [&](const CostLimit &L) { return L.isOfCalls(Old.Events); };
  bool HasNone = none_of(Chosen, IsOfCalls);
  if (all_of(Chosen, IsOfCalls))
    Chosen.push_back({Old.Events.front(), Percent});
  if (HasNone && Old.HasCalls && New.HasCalls)
    Chosen.push_back({"calls", Percent});
}

static Expected<std::vector<GlobPattern>>
parseGlobs(ArrayRef<std::string> Texts) {
  std::vector<GlobPattern> Globs;
  for (const std::string &Text : Texts) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob)
      return createStringError("'" + Text + "': " + toString(Glob.takeError()));
    Globs.push_back(std::move(*Glob));
  }
  return Globs;
}

static Expected<CheckOptions> checkOptions(const Baseline &Old,
                                           const Baseline &New) {
  CheckOptions Options;
  if (!Limits.empty())
    if (Error E = parseCostLimits(Limits).moveInto(Options.Limits))
      return at("--limit", std::move(E));
  addDefaultLimits(Options.Limits, Old, New);
  if (Error E = parseGlobs(AllowGone).moveInto(Options.MayBeGone))
    return at("--allow-gone", std::move(E));
  if (Error E = CostFloor::parse(Least).moveInto(Options.Floor))
    return at("--least", std::move(E));
  if (Error E = parseLevels().moveInto(Options.Levels))
    return E;
  return Options;
}

static CountedProgram program() {
  return {{Inputs.begin(), Inputs.end()}, Results, ""};
}

/// Returns the costs to compare with. Sets \p Name to what they are called.
static Expected<Baseline> baseline(std::string &Name) {
  Name = BaselineFile;
  if (Base.empty())
    return readBaseline(BaselineFile, Project);
  Expected<BaseCosts> Costs = costsOfBase(Base, program());
  if (!Costs)
    return Costs.takeError();
  Name = Base + " (" + Costs->Commit + ")";
  return std::move(Costs->Costs);
}

/// Fails where options contradict each other.
static Error checkInputs() {
  if (BaselineFile.empty() && Base.empty())
    return createStringError("name the baseline: --baseline=<file>, which "
                             "'udpc baseline' writes, or --base=<commit>");
  if (!BaselineFile.empty() && !Base.empty())
    return createStringError("--baseline and --base exclude each other");
  if (!RunsProgram && (!Base.empty() || !Results.empty()))
    return createStringError(Twine(Base.empty() ? "--results" : "--base") +
                             " needs --run -- <program that builds and runs>");
  return Error::success();
}

/// Returns the costs to be checked. Sets \p Files to what they are of.
static Expected<Baseline> measure(const CostSelection &Selection,
                                  std::vector<std::string> &Files) {
  if (RunsProgram) {
    Files = {join(Inputs, " ")};
    return runProgram(program(), Selection, Project);
  }
  if (Error E = chooseProfiles(Inputs, ProfileSearch::Either).moveInto(Files))
    return E;
  return readRuns(Files, Selection, Project);
}

/// Returns whether the run exceeds a limit.
static Expected<bool> check() {
  Expected<PrintFunction> Print = parseFormat();
  if (!Print)
    return Print.takeError();
  if (Error E = checkInputs())
    return std::move(E);
  std::string Name;
  Expected<Baseline> Old = baseline(Name);
  if (!Old)
    return Old.takeError();
  std::vector<std::string> Files;
  Expected<Baseline> New = measure(Old->Selection, Files);
  if (!New)
    return New.takeError();
  Expected<CheckOptions> Options = checkOptions(*Old, *New);
  if (!Options)
    return Options.takeError();
  Expected<std::vector<NameChange>> OfFiles =
      parseChanges(FileChanges, "--mod-filename");
  if (!OfFiles)
    return OfFiles.takeError();
  Expected<std::vector<NameChange>> OfFunctions =
      parseChanges(FunctionChanges, "--mod-funcname");
  if (!OfFunctions)
    return OfFunctions.takeError();
  for (Baseline *B : {&*Old, &*New})
    B->rename(*OfFiles, *OfFunctions);
  Expected<CostCheck> Check = CostCheck::compare(*Old, *New, *Options);
  if (!Check)
    return at(Name, Check.takeError());
  CheckReport Report{*Old, *New, *Options, *Check, Name, Files};
  if (Error E = printPaged(Output, [&](raw_ostream &OS) {
        (*Print)(OS, Report);
        return Error::success();
      }))
    return E;
  return Check->isOver();
}

static Error run() {
  Expected<bool> IsOver = check();
  if (!IsOver)
    return IsOver.takeError();
  return exitWith(*IsOver ? 1 : 0);
}
