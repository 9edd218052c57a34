//===- CounterFileFuzzer.cpp - Any text as a counter unit's file ----------===//
//
// And as the unit's arguments, as QEMU splits them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/events/CounterFile.h"
#include "tools/qemu/CounterReport.h"
#include "tools/qemu/PluginArguments.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Text = textOf(Data, Size).str();
  auto Counts = parseCounterFile(MemoryBufferRef(Text, "u"));
  if (!Counts)
    requireMessage(Counts.takeError(), "u: ");

  // Longer arguments only repeat the ranges of counters: half of the time.
  std::vector<std::string> Words;
  for (StringRef Rest = StringRef(Text).take_front(512); !Rest.empty();) {
    auto [Word, After] = Rest.split(',');
    Words.push_back(Word.str());
    Rest = After;
  }
  std::vector<const char *> Arguments;
  for (const std::string &Word : Words)
    Arguments.push_back(Word.c_str());
  qemu::PluginArguments Parsed;
  bool IsRefused =
      !qemu::parseArguments(Arguments.size(), Arguments.data(), Parsed).empty();
  require(IsRefused || Parsed.Width <= 64, "a width beyond 64 bits");
  qemu::OutputName Name;
  qemu::expandOutputName(Parsed.Out.c_str(), 4711, /*Forked=*/true, Name);
  require(std::strlen(Name.Path) < sizeof(Name.Path), "a name too long");
  return 0;
}
