//===- WatchCommand.cpp - udpc watch --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/ctl/Answers.h"
#include "tools/udpc/options/IntervalOption.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/watch/RateTable.h"
#include "tools/udpc/watch/Screen.h"
#include "udpc/control.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <optional>

using namespace llvm;
using namespace udpc;
using namespace std::chrono;

static Error run();

static Command WatchCommand(Job::Events, "watch",
                            "Show live rates of running programs", run);

static cl::opt<std::string> Pid(cl::Positional, cl::desc("<pid>"),
                                WatchCommand);
static cl::opt<std::string>
    Name("name", cl::desc("All processes whose program's name matches"),
         cl::value_desc("glob"), WatchCommand);
static cl::opt<bool> Children("children",
                              cl::desc("Their children as well, and theirs"),
                              WatchCommand);
static cl::opt<std::string>
    Interval("interval", cl::desc("Time between updates: 500ms, 10s [1s]"),
             cl::value_desc("time"), cl::init("1s"), WatchCommand);
static cl::opt<unsigned> Updates("updates", cl::desc("Stop after so many"),
                                 cl::value_desc("number"), WatchCommand);

namespace {
/// Asks the processes and keeps their answers.
class RateWatcher {
public:
  explicit RateWatcher(ProcessChoice Choice) : Choice(std::move(Choice)) {}
  /// Fails if no process answers the first request.
  Error update();
  bool hasEnded() const { return Ended; }
  /// Returns a line about the processes.
  std::string head() const;
  RateTable Table;

private:
  ProcessChoice Choice;
  std::vector<Answer> Answers;
  bool Ended = false, IsFirst = true;
};
} // namespace

Error RateWatcher::update() {
  Expected<std::vector<Process>> Processes = findProcesses(Choice);
  if (!Processes) {
    if (IsFirst)
      return Processes.takeError();
    consumeError(Processes.takeError());
    Ended = true;
    return Error::success();
  }
  std::string Request = "udpc " + std::string(control::Version) + " status\n";
  Answers = askProcesses(*Processes, Request, [](size_t) {});
  std::map<std::pair<pid_t, std::string>, int64_t> Counts;
  for (const Answer &A : Answers)
    if (A.What == Answer::Done)
      for (auto &[Event, Count] : statusCounts(A.Text))
        Counts[{A.From.Pid, Event}] = Count;
  bool Any =
      any_of(Answers, [](const Answer &A) { return A.What == Answer::Done; });
  if (IsFirst && !Any)
    return createStringError(Answers.front().Text);
  IsFirst = false;
  // A stopped process may be resumed.
  Ended = !Any && all_of(Answers, [](const Answer &A) {
    return A.What == Answer::NotListening && udpc::hasEnded(A.From);
  });
  if (Any)
    Table.update(Counts, steady_clock::now());
  return Error::success();
}

std::string RateWatcher::head() const {
  size_t Done =
      count_if(Answers, [](const Answer &A) { return A.What == Answer::Done; });
  if (Choice.isOne())
    return Done ? Answers.front().From.name() : Answers.front().Text;
  return std::to_string(Done) + (Done == 1 ? " process" : " processes");
}

static Error sayEnd() {
  if (Error E = finishStandardOutput())
    return E;
  errs() << "udpc: "
         << (Name.empty() ? "the process has" : "all processes have")
         << " ended\n";
  return Error::success();
}

/// Prints a table for each update, without a terminal.
static Error printUpdates(RateWatcher &W, nanoseconds Apart) {
  auto Next = steady_clock::now();
  for (unsigned I = 0;; ++I) {
    if (Error E = W.update())
      return E;
    if (W.hasEnded())
      return sayEnd();
    if (I)
      outs() << '\n';
    W.Table.print(outs(), RateTable::NoLimit, RateTable::ByEvent);
    if (Error E = finishStandardOutput())
      return E;
    if (Updates && I + 1 == Updates)
      return Error::success();
    Next = std::max(Next + Apart, steady_clock::now());
    if (!waitForSignal(Next))
      return Error::success();
  }
}

static Error showUpdates(RateWatcher &W, nanoseconds Apart) {
  if (Error E = W.update())
    return E;
  std::optional<Screen> S;
  S.emplace();
  RateTable::Order By = RateTable::ByRate;
  auto Next = steady_clock::now() + Apart;
  for (unsigned I = 1;;) {
    std::string Text;
    raw_string_ostream OS(Text);
    OS << shownText(W.head()) << "   every " << Interval
       << "   q: quit, s: sort by "
       << (By == RateTable::ByRate ? "event" : "rate") << '\n';
    // Reserve lines for the head, the columns' names, and an empty one.
    W.Table.print(OS, std::max(S->height() - 3, 1), By, S->width());
    S->show(Text);
    switch (S->waitUntil(Next)) {
    case Screen::Quit:
      return Error::success();
    case Screen::Redraw:
      continue;
    case Screen::Key:
      if (S->key() == 's')
        By = By == RateTable::ByRate ? RateTable::ByEvent : RateTable::ByRate;
      continue;
    case Screen::Time:
      break;
    }
    if (Updates && I++ == Updates)
      return Error::success();
    if (Error E = W.update())
      return E;
    if (W.hasEnded()) {
      // Leave the alternate screen, so that the last table stays visible.
      S.reset();
      W.Table.print(outs(), RateTable::NoLimit, By);
      return sayEnd();
    }
    Next = std::max(Next + Apart, steady_clock::now());
  }
}

static Error run() {
  uint64_t Apart;
  if (Error E = parseInterval(Interval).moveInto(Apart))
    return E;
  if (Pid.empty() == Name.empty())
    return createStringError("name a process, or --name=<glob>");
  ProcessChoice Choice;
  Choice.Pid = Pid;
  Choice.Name = Name;
  Choice.Descendants = Children;
  RateWatcher W(std::move(Choice));
  bool IsTerminal = sys::Process::StandardOutIsDisplayed() &&
                    sys::Process::StandardInIsUserInput();
  if (Error E = IsTerminal ? showUpdates(W, nanoseconds(Apart))
                           : printUpdates(W, nanoseconds(Apart)))
    return E;
  if (W.hasEnded())
    errs() << "udpc: " << (W.head().empty() ? "it has" : "the process has")
           << " ended\n";
  return Error::success();
}
