//===- CounterLogFuzzer.cpp - Any text as a log of the 64 counters --------===//
//
// Errors name the file. What is read has ratios, and can be appended to.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/log/Log.h"
#include "profdata/machine/CounterLog.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static std::string printed(const CounterLog &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const CounterSample &S : L.Samples) {
    OS << "{\"type\": \"max_inst\", \"times\": " << S.Number
       << ", \"cycles\": " << S.Cycles << ", \"inst\": " << S.Instructions
       << "}\n";
    for (unsigned I = 0; I != NumMachineCounters; ++I)
      OS << "{\"type\": \"event " << I << "\", \"value\": " << S.Counters[I]
         << "}\n";
  }
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text = textOf(Data, Size);
  Log::isCounterLog(Text);
  Expected<CounterLog> L = CounterLog::parse(Text, "l");
  if (!L) {
    std::string Message = toString(L.takeError());
    require(StringRef(Message).starts_with("l:"), "an error without a file");
    return 0;
  }
  require(!L->Samples.empty(), "a log without samples");
  for (const CounterSample &S : L->Samples)
    for (const CounterRatio &R : counterRatios())
      R.of(S);
  std::string Again = printed(*L);
  Expected<CounterLog> Second = CounterLog::parse(Again, "l");
  require(bool(Second), "what was read cannot be printed and read");
  require(printed(*Second) == Again, "it has changed");
  return 0;
}
