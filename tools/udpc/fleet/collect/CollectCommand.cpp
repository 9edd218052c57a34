//===- CollectCommand.cpp - udpc collect ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/fleet/collect/Batches.h"
#include "tools/udpc/fleet/rows/ExportRows.h"
#include "udpc/amounts.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <errno.h>
#include <signal.h>
#include <time.h>

using namespace llvm;
using namespace udpc;

static Error collect();

static Command CollectCommand(*findComponentCommand("collect"), collect);

static cl::opt<std::string> Folder(cl::Positional, cl::desc("<folder>"),
                                   CollectCommand);
static cl::opt<std::string>
    To("to",
       cl::desc("A folder, http://host:port/..., or - for standard output"),
       cl::value_desc("sink"), CollectCommand);
static cl::opt<std::string> Every("every", cl::desc("How often (60s)"),
                                  cl::init("60s"), cl::value_desc("time"),
                                  CollectCommand);
static cl::opt<bool> Once("once", cl::desc("Collect once, then end"),
                          CollectCommand);
static cl::opt<std::string>
    Host("host", cl::desc("The machine's name, instead of this one's"),
         cl::value_desc("name"), CollectCommand);

static volatile sig_atomic_t Ends;

/// Sleeps for \p Nanoseconds, or until a signal asks the program to end.
static void pause(uint64_t Nanoseconds) {
  sigset_t Signals, Before;
  sigemptyset(&Signals);
  sigaddset(&Signals, SIGTERM);
  sigaddset(&Signals, SIGINT);
  sigprocmask(SIG_BLOCK, &Signals, &Before);
  timespec Time = {time_t(Nanoseconds / 1000000000),
                   long(Nanoseconds % 1000000000)};
  // pselect() unblocks the signals only while it waits, so that none is missed.
  if (!Ends)
    pselect(0, nullptr, nullptr, nullptr, &Time, &Before);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
}

static Error collect() {
  if (Folder.empty() || To.empty())
    return createStringError("name a folder, and a sink by --to=");
  uint64_t Interval;
  if (!amounts::parseDuration(Every.c_str(), Interval) ||
      Interval < amounts::LeastInterval)
    return createStringError("--every: '" + Every +
                             "' must be between 1ms and 36500d, as 500ms, "
                             "10s, 5m are");
  std::string Name = Host.getNumOccurrences() ? Host : hostName();
  if (Name.empty() || Name.find('/') != std::string::npos)
    return createStringError("--host: '" + Name + "' is no name");
  Expected<std::unique_ptr<Sink>> Chosen = Sink::create(To);
  if (!Chosen)
    return Chosen.takeError();
  Batches All({Folder, Name}, **Chosen);
  if (Error E = All.open())
    return E;

  struct sigaction Action = {};
  Action.sa_handler = [](int) { Ends = 1; };
  sigaction(SIGTERM, &Action, nullptr);
  sigaction(SIGINT, &Action, nullptr);
  while (true) {
    Expected<size_t> Shipped = All.collect();
    if (!Shipped && Once)
      return Shipped.takeError();
    // The sink may be unreachable: the batches are kept for the next call.
    if (!Shipped)
      WithColor::warning(errs(), "udpc")
          << "collect: " << shownMessage(toString(Shipped.takeError()))
          << "; it is tried again\n";
    if (Once || Ends)
      return Error::success();
    pause(Interval);
    if (Ends)
      return Error::success();
  }
}
