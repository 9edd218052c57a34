//===- PrintCounterLogs.cpp - udpc log of counter logs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/Log.h"
#include "profdata/support/WholeFile.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/log/view/CounterLogs.h"
#include "tools/udpc/machine/counters/CounterLogView.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Pager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Reads \p Files as logs of counters if the first is one; otherwise returns
/// none.
static Expected<std::vector<ShownCounterLog>>
readCounterLogs(ArrayRef<std::string> Files) {
  std::vector<ShownCounterLog> Logs;
  for (const std::string &File : Files) {
    auto Buffer = readText(File, Log::isCounterLog);
    // Logs of other kinds are reported by their own reader.
    if (Logs.empty() &&
        (!Buffer ||
         !Log::isCounterLog((*Buffer)->getBuffer().take_front(4096)))) {
      consumeError(Buffer.takeError());
      return Logs;
    }
    if (!Buffer)
      return Buffer.takeError();
    Expected<CounterLog> L = CounterLog::parse((*Buffer)->getBuffer(), File);
    if (!L)
      return L.takeError();
    Logs.push_back({File, std::move(*L)});
  }
  return std::move(Logs);
}

static Error print(const CounterLogRequest &Request,
                   MutableArrayRef<ShownCounterLog> Logs) {
  if (Request.HasOtherOptions)
    return createStringError("--check, --least, --threads and --step are not "
                             "for logs of the 64 counters");
  auto Shown = [&](StringRef Name) {
    return !Request.Event || Request.Event->match(Name);
  };
  for (ShownCounterLog &L : Logs) {
    std::vector<CounterSample> &Samples = L.Log.Samples;
    if (Request.Skip >= Samples.size())
      return createStringError("--skip leaves no sample of " + L.File);
    Samples.erase(Samples.begin(), Samples.begin() + Request.Skip);
  }
  auto Print = [&](raw_ostream &OS) {
    if (Request.Format == LogFormat::Csv)
      printCounterCsv(OS, Logs, Shown);
    else if (Request.Format == LogFormat::Json)
      printCounterJson(OS, Logs, Shown);
    else
      printCounterTable(OS, Logs, Shown, Request.Event.has_value());
    return Error::success();
  };
  if (!Request.Html.empty())
    if (Error E = printTo(Request.Html, [&](raw_ostream &OS) {
          printCounterPage(OS, Logs, Shown);
          return Error::success();
        }))
      return E;
  if (Request.Html.empty() || !Request.Output.empty())
    return printPaged(Request.Output, Print);
  return Error::success();
}

static Expected<bool> printCounterLogs(const CounterLogRequest &Request) {
  Expected<std::vector<ShownCounterLog>> Logs = readCounterLogs(Request.Files);
  if (!Logs)
    return Logs.takeError();
  if (Logs->empty())
    return false;
  if (Error E = print(Request, *Logs))
    return std::move(E);
  return true;
}

static Provides Printer(PrintCounterLogs, printCounterLogs);
