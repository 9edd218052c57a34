//===- CtlCommand.cpp - udpc ctl ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/ctl/Answers.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Progress.h"
#include "tools/udpc/process/SitePlanner.h"
#include "udpc/control.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;
using namespace udpc;

static Error run();

static Command CtlCommand(Job::Events, "ctl",
                          "Turn events of running programs on or off", run);

static cl::list<std::string>
    Words(cl::Positional,
          cl::desc("[<pid>] enable|disable|mask|unmask <glob,...> | [<pid>] "
                   "status|reset [<glob,...>] | [<pid>] write <event>=<number> "
                   "| [<pid>] dump|snapshot | <pid> add <spec>"),
          CtlCommand);
static cl::opt<std::string>
    Name("name", cl::desc("All processes whose program's name matches"),
         cl::value_desc("glob"), CtlCommand);
static cl::opt<bool> Children("children",
                              cl::desc("Their children as well, and theirs"),
                              CtlCommand);
static cl::opt<uint64_t>
    Thread("thread",
           cl::desc("The thread with that number (ps -L) instead of all, for "
                    "mask, unmask, status, reset, write"),
           cl::value_desc("number"), CtlCommand);
namespace {
/// The parsed command line.
struct Task {
  ProcessChoice Choice;
  std::string Command;
  std::string Request; ///< The line of the protocol.
  /// File of `add`, whose Request is made with the plans.
  std::string SpecFile;
  /// Returns whether the command also applies to later children and libraries.
  bool isSwitch() const {
    return Command == "enable" || Command == "disable" || Command == "mask" ||
           Command == "unmask";
  }
};

struct CommandSyntax {
  StringLiteral Name;
  size_t MinArguments, MaxArguments;
  bool TakesThread;
};
} // namespace

static constexpr CommandSyntax Commands[] = {
    {"add", 1, 1, false},  {"enable", 1, 1, false}, {"disable", 1, 1, false},
    {"mask", 1, 1, true},  {"unmask", 1, 1, true},  {"status", 0, 1, true},
    {"reset", 0, 1, true}, {"dump", 0, 0, false},   {"snapshot", 0, 0, false},
    {"write", 1, 1, true},
};

/// Returns the arguments of \p Command in the protocol's syntax.
static Expected<std::string> argumentsText(const CommandSyntax &Command,
                                           ArrayRef<std::string> Arguments) {
  if (Command.Name != "write")
    return Arguments.empty() ? "" : " " + Arguments[0];
  auto [Event, Number] = StringRef(Arguments[0]).rsplit('=');
  int64_t Value;
  if (Number.getAsInteger(10, Value))
    return createStringError("'" + Arguments[0] +
                             "' is no <event>=<number> to write");
  // The name may have spaces.
  return (" " + Twine(Value) + " " + Event).str();
}

static Expected<Task> readWords() {
  static constexpr StringLiteral Usage =
      "expected `udpc ctl <pid>` and enable|disable|mask|unmask <glob,...>, "
      "status|reset [<glob,...>], write <event>=<number>, add <spec>, dump or "
      "snapshot; or "
      "--name=<glob> instead of <pid>";
  Task T;
  std::vector<std::string> All(Words.begin(), Words.end());
  ArrayRef<std::string> Left = All;
  T.Choice.Name = Name;
  T.Choice.Descendants = Children;
  if (Name.empty() && Left.empty())
    return createStringError(Usage);
  if (Name.empty()) {
    T.Choice.Pid = Left.front();
    Left = Left.drop_front();
  }
  if (Left.empty())
    return createStringError(Usage);
  T.Command = Left.front();
  Left = Left.drop_front();
  const CommandSyntax *Syntax = find_if(
      Commands, [&](const CommandSyntax &C) { return C.Name == T.Command; });
  if (Syntax == std::end(Commands))
    return createStringError("unknown command '" + T.Command + "'; " + Usage);
  if (Left.size() < Syntax->MinArguments || Left.size() > Syntax->MaxArguments)
    return createStringError(Usage);
  if (Thread.getNumOccurrences() && !Syntax->TakesThread)
    return createStringError("--thread is not for " + T.Command +
                             ", which is for all threads");
  if (Thread.getNumOccurrences() && (!Thread || T.Choice.Name.size()))
    return createStringError("--thread needs a number from 1, and a <pid>");
  if (T.Command == "add") {
    if (!T.Choice.isOne())
      return createStringError("add is for one process: its sites depend on "
                               "the files that it has loaded");
    T.SpecFile = Left.front();
    return T;
  }
  Expected<std::string> Arguments = argumentsText(*Syntax, Left);
  if (!Arguments)
    return Arguments.takeError();
  T.Request = "udpc " + std::string(control::Version) + " ";
  if (Thread)
    T.Request += "thread " + std::to_string(Thread) + " ";
  T.Request += T.Command + *Arguments;
  if (StringRef(T.Request).contains('\n') ||
      T.Request.size() >= control::MaxRequest)
    return createStringError("the globs are too long, or go over a line");
  T.Request += "\n";
  return T;
}

static std::vector<Answer> ask(ArrayRef<Process> Processes, StringRef Request) {
  Progress Shown("ctl");
  return askProcesses(Processes, Request, [&](size_t Over) {
    if (Processes.size() > 1)
      Shown.show(Twine(Over) + " of " + Twine(Processes.size()) +
                 " processes have answered");
  });
}

/// Sends the request to the processes, and again to those created meanwhile.
static Expected<std::vector<Answer>> askAll(const Task &T) {
  Expected<std::vector<Process>> Processes = findProcesses(T.Choice);
  if (!Processes)
    return Processes.takeError();
  std::vector<Answer> Answers = ask(*Processes, T.Request);
  if (T.Choice.isOne() || !T.isSwitch())
    return Answers;
  // Bounded, since a program may fork faster than processes are asked.
  constexpr int MostRounds = 20;
  for (int Round = 0; Round != MostRounds; ++Round) {
    std::set<pid_t> Known;
    for (const Answer &A : Answers)
      Known.insert(A.From.Pid);
    std::vector<Process> Later;
    if (Error E = findProcesses(T.Choice).moveInto(Later)) {
      // All processes have ended meanwhile.
      consumeError(std::move(E));
      break;
    }
    erase_if(Later, [&](const Process &P) { return Known.count(P.Pid); });
    if (Later.empty())
      break;
    append_range(Answers, ask(Later, T.Request));
  }
  sort(Answers, [](const Answer &A, const Answer &B) {
    return A.From.Pid < B.From.Pid;
  });
  return Answers;
}

static bool matchesNothing(const Answer &A) {
  return StringRef(A.Text).starts_with(control::NoMatch);
}

/// Reports errors. Returns whether there were none.
static bool reportFailures(const Task &T, ArrayRef<Answer> Answers) {
  bool Good = true;
  auto IsDone = [](const Answer &A) { return A.What == Answer::Done; };
  for (const Answer &A : Answers)
    if (A.What == Answer::Failed || (T.Choice.isOne() && !IsDone(A))) {
      CtlCommand.printError(A.Text);
      Good = false;
    }
  if (none_of(Answers, IsDone)) {
    if (Good)
      CtlCommand.printError("none of these processes listens: they count "
                            "nothing, or were started with "
                            "UDPC_OPTIONS=control=0");
    return false;
  }
  if (!T.isSwitch() || any_of(Answers, [&](const Answer &A) {
        return IsDone(A) && !matchesNothing(A);
      }))
    return Good;
  // Only the first error is shown.
  const Answer &A = *find_if(Answers, IsDone);
  CtlCommand.printError(A.From.name() + ": " + StringRef(A.Text).trim() +
                        " (libraries that are loaded later are switched)");
  return false;
}

static void print(const Task &T, ArrayRef<Answer> Answers) {
  bool IsOne = T.Choice.isOne();
  if (T.Command == "status")
    printStatus(outs(), Answers, !IsOne);
  else if (!IsOne)
    printAnswers(outs(), Answers);
  else if (StringRef Text = StringRef(Answers.front().Text).trim();
           !Text.empty())
    outs() << shownMessage(Text) << '\n';
}

static Error runOnce(const Task &T) {
  Expected<std::vector<Answer>> Answers = askAll(T);
  if (!Answers)
    return Answers.takeError();
  bool Good = reportFailures(T, *Answers);
  if (any_of(*Answers,
             [](const Answer &A) { return A.What == Answer::Done; }) &&
      (Good || !T.Choice.isOne()))
    print(T, *Answers);
  if (Error E = finishStandardOutput())
    return E;
  if (!T.Choice.isOne())
    errs() << summaryOf(*Answers) << '\n';
  return exitWith(Good ? 0 : 1);
}

/// Plans the sites of the spec in what the process has loaded, and has it use
/// the plans, which it keeps mapped.
static Error runAdd(Task T) {
  pid_t Pid;
  if (StringRef(T.Choice.Pid).getAsInteger(10, Pid))
    return createStringError("'" + T.Choice.Pid + "' is no process number");
  if (!PlanSites)
    return continueIn(Component::Rewriting, "add");
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("udpc-add", Folder))
    return createStringError(Folder + ": " + EC.message());
  scope_exit Remove([&] { sys::fs::remove_directories(Folder); });
  SitePlanRequest Request;
  Request.SpecFile = T.SpecFile;
  Request.Pid = Pid;
  Request.Folder = Folder.str();
  if (Error E = PlanSites(Request))
    return E;
  T.Request =
      ("udpc " + Twine(control::Version) + " add " + Folder + "\n").str();
  return runOnce(T);
}

static Error run() {
  Expected<Task> T = readWords();
  if (!T)
    return T.takeError();
  if (!T->SpecFile.empty())
    return runAdd(std::move(*T));
  return runOnce(*T);
}
