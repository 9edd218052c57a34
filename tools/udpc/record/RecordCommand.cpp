//===- RecordCommand.cpp - udpc record ------------------------------------===//
//
// Records snapshots from outside, each by a request of udpc ctl, so that the
// program needs no thread for them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/log/LogRecords.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/ctl/Client.h"
#include "tools/udpc/options/IntervalOption.h"
#include "tools/udpc/process/ProcessEnd.h"
#include "tools/udpc/process/Program.h"
#include "udpc/control.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <set>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace std::chrono;

static Error run();

static Command
    RecordCommand(Job::Events, "record",
                  "Take snapshots of a program from outside, for udpc log",
                  run);

static cl::opt<std::string>
    Target(cl::Positional, cl::desc("<pid> | -- <program>"), RecordCommand);
static cl::list<std::string>
    Arguments(cl::ConsumeAfter, cl::desc("[argument...]"), RecordCommand);
static cl::opt<std::string>
    Interval("interval", cl::desc("Time between snapshots: 500ms, 10s [1s]"),
             cl::value_desc("time"), cl::init("1s"), RecordCommand);
static cl::opt<bool>
    Children("children",
             cl::desc("Its children as well, and theirs: a log each"),
             RecordCommand);
static cl::opt<std::string>
    Output("o", cl::desc("The log [udpc.<pid>.log, where the program is]"),
           cl::value_desc("file"), RecordCommand);

static void warn(const Twine &Message) {
  WithColor::warning(errs(), "udpc")
      << "record: " << shownMessage(Message) << '\n';
}

static std::atomic<bool> Interrupted;
static void interrupt(int) { Interrupted = true; }

//===----------------------------------------------------------------------===//
// The log that a process names
//===----------------------------------------------------------------------===//

/// Returns whether the log \p Path has a record of a process with one of the
/// process ids \p Pids.
static bool hasRecordOf(const Twine &Path, ArrayRef<uint32_t> Pids) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::is_regular_file(Status))
    return false;
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!File)
    return false;
  bool Found = false;
  std::vector<LogDamage> Damages;
  visitRecords((*File)->getMemBufferRef(), Damages,
               [&](const log::RecordHeader &Header, StringRef) {
                 Found |= is_contained(Pids, Header.Pid);
               });
  return Found;
}

/// Returns whether \p Path is a log with records of \p P. The process has
/// answered that it appended to \p Path, which is not trusted. The path is
/// valid where the process runs, possibly in a container.
static bool isLogOf(const Process &P, StringRef Path) {
  SmallVector<uint32_t, 4> Pids = {static_cast<uint32_t>(P.Pid)};
  std::string Inner = statusField(P.Pid, "NSpid");
  SmallVector<StringRef, 4> Numbers;
  SplitString(Inner, Numbers);
  for (StringRef Number : Numbers)
    if (uint32_t Pid; !Number.getAsInteger(10, Pid))
      Pids.push_back(Pid);
  return hasRecordOf("/proc/" + Twine(P.Pid) + "/root" + Path, Pids) ||
         hasRecordOf(Path, Pids);
}

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

namespace {
class Recorder {
public:
  Recorder(pid_t Pid, std::string Request, nanoseconds Apart, bool IsOurs)
      : Request(std::move(Request)), Apart(Apart), IsOurs(IsOurs), End(Pid),
        Pid(Pid) {
    Choice.Pid = std::to_string(Pid);
    Choice.Descendants = Children;
  }
  /// Takes snapshots until the process ends or Ctrl-C is pressed.
  Error run();
  void report() const;

private:
  /// Returns whether at least one process has answered.
  Expected<bool> snapshot();
  /// Adds the log \p Path to the files. \p From has answered that it appended
  /// to it.
  void noteLog(const Process &From, StringRef Path);

  ProcessChoice Choice;
  std::string Request;
  nanoseconds Apart;
  bool IsOurs;
  ProcessEnd End;
  pid_t Pid;
  size_t NumSnapshots = 0;
  std::set<std::string> Files, Warned;
};
} // namespace

void Recorder::noteLog(const Process &From, StringRef Path) {
  if (Files.count(Path.str()))
    return;
  if (isLogOf(From, Path))
    Files.insert(Path.str());
  else if (Warned.insert(Path.str()).second)
    warn(From.name() + " says that its log is '" + Path +
         "', which has no record of it");
}

Expected<bool> Recorder::snapshot() {
  Expected<std::vector<Process>> Processes = findProcesses(Choice);
  if (!Processes) {
    // The process has ended.
    consumeError(Processes.takeError());
    return false;
  }
  bool Any = false;
  for (const Answer &A : askProcesses(*Processes, Request, [](size_t) {})) {
    if (A.What == Answer::Done) {
      StringRef Text = StringRef(A.Text).trim();
      Any = true;
      ++NumSnapshots;
      if (Text.consume_front(control::AppendedTo))
        noteLog(A.From, Text.trim());
      else if (Warned.insert(Text.str()).second)
        warn(A.From.name() + ": " + Text);
      continue;
    }
    // A program that has just been started does not listen yet. Other
    // processes, such as a shell's children, need not listen.
    bool IsFirst = A.From.Pid == Pid;
    if (A.What == Answer::NotListening &&
        (!IsFirst || IsOurs || hasEnded(A.From)))
      continue;
    if (!NumSnapshots && IsFirst)
      return createStringError(A.Text);
    if (Warned.insert(A.Text).second)
      warn(A.Text);
  }
  return Any;
}

Error Recorder::run() {
  // For a started program, the first snapshot is early, because the program may
  // end soon: once the log is open, the program itself adds the last counts.
  nanoseconds Wait = IsOurs ? milliseconds(1) : Apart;
  auto Next = steady_clock::now();
  while (!Interrupted) {
    Expected<bool> Any = snapshot();
    if (!Any)
      return Any.takeError();
    Wait = *Any ? Apart : std::min<nanoseconds>(2 * Wait, Apart);
    Next = std::max(Next + Wait, steady_clock::now());
    while (!Interrupted && steady_clock::now() < Next)
      if (End.waitUntil(std::min(Next, steady_clock::now() + seconds(1))) ||
          hasEnded(Process{Pid, ""}))
        return Error::success();
  }
  return Error::success();
}

void Recorder::report() const {
  errs() << "udpc: " << NumSnapshots
         << (NumSnapshots == 1 ? " snapshot" : " snapshots");
  if (!Files.empty())
    errs() << " in " << shownText(join(Files, ", "));
  errs() << '\n';
  if (!NumSnapshots)
    warn("there is no log: the program ended before it could be asked, or does "
         "not listen for udpc ctl");
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Expected<std::string> requestLine() {
  std::string Line = "udpc " + std::string(control::Version) + " snapshot";
  if (!Output.empty()) {
    SmallString<128> Path = StringRef(Output);
    if (std::error_code EC = sys::fs::make_absolute(Path))
      return createStringError(Output + ": " + EC.message());
    Line += " " + Path.str().str();
  }
  if (StringRef(Line).contains('\n') || Line.size() >= control::MaxRequest)
    return createStringError("-o: the path is too long, or goes over a line");
  return Line + "\n";
}

static Expected<int> record() {
  uint64_t Apart;
  if (Error E = parseInterval(Interval).moveInto(Apart))
    return std::move(E);
  if (!Output.empty() && Children)
    return createStringError("-o is for one process, not for --children");
  if (Target.empty())
    return createStringError("name a process, or a program after --");
  Expected<std::string> Request = requestLine();
  if (!Request)
    return Request.takeError();
  pid_t Pid;
  bool IsProgram =
      StringRef(Target).getAsInteger(10, Pid) || !Arguments.empty();
  for (int Signal : {SIGINT, SIGTERM})
    signal(Signal, interrupt);
  if (IsProgram) {
    std::vector<std::string> Words = {Target};
    append_range(Words, Arguments);
    Expected<pid_t> Started = startProgram(std::move(Words));
    if (!Started)
      return Started.takeError();
    Pid = *Started;
  } else if (Expected<std::vector<Process>> Found =
                 findProcesses({Target, "", false});
             !Found) {
    return Found.takeError();
  }
  Recorder R(Pid, *Request, nanoseconds(Apart), IsProgram);
  Error E = R.run();
  Expected<int> Status = IsProgram ? exitStatusOf(Pid) : Expected<int>(0);
  if (E) {
    consumeError(Status.takeError());
    return std::move(E);
  }
  R.report();
  return Status;
}

static Error run() {
  Expected<int> Status = record();
  if (!Status)
    return Status.takeError();
  return exitWith(*Status);
}
