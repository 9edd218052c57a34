//===- Requests.cpp - Executes requests of udpc ctl -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/control/Requests.h"
#include "runtime/base/Glob.h"
#include "runtime/control/ControlRequest.h"
#include "runtime/events/EventBias.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/Snapshot.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Switches.h"
#include "runtime/patch/plan/ModuleWatch.h"
#include "runtime/patch/plan/PendingPatches.h"
#include "runtime/patch/plan/ThreadPlaces.h"
#include "udpc/control.h"

using namespace udpc;
using namespace udpc::rt;

static void addNames(Reply &Out) {
  if (!numEvents())
    return Out.add("none");
  for (int E = 0; E != numEvents(); ++E)
    Out.add(E ? ", " : "", eventName(E));
}

/// Appends those globs in \p Globs that match no event: they may be misspelt.
static void addUnmatched(Reply &Out, const char *Globs) {
  const char *Separator = "; no event matches ";
  for (const char *Glob = Globs;; ++Glob) {
    const char *End = endOfGlob(Glob);
    bool Matches = false;
    for (int E = 0; E != numEvents() && !Matches; ++E)
      Matches = matchesGlob(Glob, eventName(E));
    if (!Matches) {
      Out.add(Separator);
      for (const char *C = Glob; C != End; ++C)
        Out.add(*C);
      Separator = ", ";
    }
    Glob = End;
    if (!*Glob)
      return;
  }
}

/// Appends how many sites count by breakpoints for now, and why.
static void addPending(Reply &Out) {
  uint64_t N = pendingSites();
  if (!N)
    return;
  Out.add("; ", N, N == 1 ? " site counts" : " sites count",
          " by breakpoints for now, some microseconds each: ");
  const uint64_t *Tids;
  uint32_t NumUnresponsive = unresponsiveThreads(Tids);
  for (uint32_t I = 0; I != NumUnresponsive && I != MaxUnresponsive; ++I)
    Out.add(I ? ", " : NumUnresponsive == 1 ? "thread " : "threads ", Tids[I]);
  if (NumUnresponsive > MaxUnresponsive)
    Out.add(" and ", uint64_t(NumUnresponsive - MaxUnresponsive), " more");
  if (!NumUnresponsive)
    Out.add("a thread has been interrupted inside");
  else
    Out.add(NumUnresponsive == 1 ? " does" : " do", " not answer SIGURG");
  Out.add("; that is tried again while they are executed, and at each request");
}

/// Appends that \p Matched events, or an error if it is a RuleError, are \p
/// State.
static void addRuleAnswer(Reply &Out, const char *Globs, int Matched,
                          const char *State, bool HasCommands) {
  if (Matched == BadGlobs)
    return Out.add("error '", Globs, "' is no list of globs\n");
  if (Matched == TooManyRules)
    return Out.add(
        "error there is no room for another rule: ", uint64_t(MaxRules),
        " lists of globs are remembered; a rule for '*' makes the "
        "program forget them\n");
  if (Matched < 0)
    return Out.add("error the program has no memory for another rule\n");
  // Only now, because the answer includes sites that cannot be changed.
  PatchResult Result = applySwitches();
  if (!Matched) {
    Out.add("ok ", control::NoMatch, " so far; there are ");
    addNames(Out);
  } else {
    Out.add("ok ", uint64_t(Matched), Matched == 1 ? " event " : " events ",
            State);
    if (!HasCommands)
      addUnmatched(Out, Globs);
  }
  if (Result.Failed)
    Out.add("; ", Result.Failed,
            " sites cannot be changed: ", errorText(Result.Error));
  addPending(Out);
  Out.add("\n");
}

static bool matchesAny(const char *Globs) {
  for (int E = 0; E != numEvents(); ++E)
    if (matchesGlobList(Globs, eventName(E)))
      return true;
  return false;
}

/// Returns whether \p Globs, which may be empty, names events; otherwise
/// answers.
static bool checkGlobs(Reply &Out, const char *Globs) {
  updateEvents();
  if (*Globs && !isGlobList(Globs)) {
    Out.add("error '", Globs, "' is no list of globs\n");
    return false;
  }
  if (*Globs && !matchesAny(Globs)) {
    Out.add("error no event matches '", Globs, "'; there are ");
    addNames(Out);
    Out.add("\n");
    return false;
  }
  return true;
}

static void runReset(Reply &Out, const char *Globs, ThreadRecord *Thread) {
  if (!*Globs && !Thread) {
    resetCounts();
    return Out.add("ok\n");
  }
  if (!checkGlobs(Out, Globs))
    return;
  uint64_t N = 0;
  for (int E = 0; E != numEvents(); ++E) {
    if (*Globs && !matchesGlobList(Globs, eventName(E)))
      continue;
    if (!writeEvent(E, Thread, 0))
      return Out.add("error the program has no memory for it\n");
    ++N;
  }
  Out.add("ok ", N, N == 1 ? " event reset\n" : " events reset\n");
}

static void runWrite(Reply &Out, const ControlRequest &Request,
                     ThreadRecord *Thread) {
  updateEvents();
  int Event = findEvent(Request.Rest);
  if (Event < 0) {
    Out.add("error there is no event '", Request.Rest, "'; there are ");
    addNames(Out);
    return Out.add("\n");
  }
  if (!writeEvent(Event, Thread, Request.Value))
    return Out.add("error the program has no memory for it\n");
  Out.add("ok\n");
}

/// Returns the suffix of a state; \p Mask is not AllCommands.
static const char *maskWords(CommandSet Mask) {
  static const char *const Words[] = {"", ", inc masked", ", dec masked"};
  return Words[Mask];
}

static void runStatus(Reply &Out, const char *Globs,
                      const ThreadRecord *Thread) {
  if (!checkGlobs(Out, Globs))
    return;
  collectLateCounts();
  subtractMasked();
  updateEvents();
  size_t CountBytes = numEvents() * sizeof(int64_t);
  size_t StateBytes = numEvents() * sizeof(EventState);
  auto *Counts = static_cast<int64_t *>(mapMemory(CountBytes + StateBytes + 1));
  if (!Counts || !readEvents(Counts, Thread)) {
    unmapMemory(Counts, CountBytes + StateBytes + 1);
    return Out.add("error the program has no memory to read its counts\n");
  }
  auto *States = reinterpret_cast<EventState *>(Counts + numEvents());
  eventStates(States);
  Out.add("ok\n");
  static const char *const Words[] = {"off", "on", "always", "auto"};
  for (int E = 0; E != numEvents(); ++E) {
    if (*Globs && !matchesGlobList(Globs, eventName(E)))
      continue;
    CommandSet Mask = maskForAll(E);
    if (Thread)
      Mask |= maskOfThread(E, *Thread);
    bool IsMasked = Mask == AllCommands;
    uint64_t Size = Counts[E];
    Out.add(eventName(E), "\t", IsMasked ? "masked" : Words[int(States[E])],
            maskWords(IsMasked ? NoCommand : Mask), "\t",
            Counts[E] < 0 ? "-" : "", Counts[E] < 0 ? 0 - Size : Size, "\n");
  }
  unmapMemory(Counts, CountBytes + StateBytes + 1);
}

static void runDump(Reply &Out) {
  DumpResult Result = dumpLocked("ctl");
  if (Result.Error)
    return Out.add("error cannot write the profile ", Result.Failed, ": ",
                   fileErrorText(Result.Error, Result.Failed), "\n");
  if (!Result.NumWritten)
    return Out.add(numCostUnits() ? "ok nothing to write: no output is wanted\n"
                                  : "ok nothing to write: no event was on\n");
  Out.add("ok wrote ");
  for (unsigned I = 0; I != Result.NumWritten; ++I)
    Out.add(I ? ", " : "", Result.Written[I]);
  Out.add("\n");
}

static ThreadRecord *findThread(uint64_t Tid) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Tid == Tid && !T->HasEnded)
      return T;
  return nullptr;
}

static void runSnapshot(Reply &Out, const char *Path) {
  if (!logIsOn())
    return Out.add("error the program's option log is empty\n");
  if (*Path && !setLogPath(Path))
    return Out.add("error its log is already ", logPath(), "\n");
  if (takeSnapshotLocked(log::Trigger::Control))
    return Out.add("error cannot write the log ", logPath(), ": ",
                   logErrorText(), "\n");
  if (!logIsOpen())
    return Out.add("ok nothing to write: there are no events\n");
  Out.add("ok ", control::AppendedTo, logPath(), "\n");
}

bool rt::runUnlockedRequest(Reply &Out, const char *Line) {
  ControlRequest Request = parseRequest(Line);
  if (Request.Kind != RequestKind::Add)
    return false;
  long Result = usePlans(Request.Rest);
  if (Result < 0)
    Out.add("error the plans in ", Request.Rest,
            " cannot be read: ", errorText(static_cast<int>(-Result)), "\n");
  else
    Out.add("ok ", uint64_t(Result), Result == 1 ? " site" : " sites",
            " added");
  if (StateLock Lock; Result >= 0 && Lock.held())
    addPending(Out);
  if (Result >= 0)
    Out.add("\n");
  return true;
}

void rt::runRequest(Reply &Out, const char *Line) {
  ControlRequest Request = parseRequest(Line);
  const char *Globs = Request.Rest;
  ThreadRecord *Thread = nullptr;
  if (Request.Thread && !(Thread = findThread(Request.Thread)))
    return Out.add("error it has no thread ", Request.Thread,
                   ", or that has not counted\n");
  if (pendingSites()) {
    waitBriefly(true);
    applySwitches();
    waitBriefly(false);
  }
  switch (Request.Kind) {
  case RequestKind::NotOurs:
    return Out.add("error this is no request of udpc ctl\n");
  case RequestKind::OtherVersion:
    return Out.add("error the program's runtime has version ", control::Version,
                   " of the protocol of udpc ctl\n");
  case RequestKind::Enable:
    return addRuleAnswer(Out, Globs, addRule(Globs, true), "on", false);
  case RequestKind::Disable:
    return addRuleAnswer(Out, Globs, addRule(Globs, false), "off", false);
  case RequestKind::Mask:
    return addRuleAnswer(Out, Globs, addMaskRule(Globs, true, Thread), "masked",
                         true);
  case RequestKind::Unmask:
    return addRuleAnswer(Out, Globs, addMaskRule(Globs, false, Thread),
                         "unmasked", true);
  case RequestKind::Status:
    return runStatus(Out, Globs, Thread);
  case RequestKind::Dump:
    return runDump(Out);
  case RequestKind::Snapshot:
    return runSnapshot(Out, Request.Rest);
  case RequestKind::Reset:
    return runReset(Out, Globs, Thread);
  case RequestKind::Write:
    return runWrite(Out, Request, Thread);
  case RequestKind::Add:
  case RequestKind::Unknown:
    return Out.add("error the program's runtime does not support the request '",
                   Request.Rest, "'\n");
  }
}
