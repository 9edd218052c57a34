//===- CachegrindFuzzer.cpp - Any text in Cachegrind's format -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/costs/CostGraph.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<CostGraph> File =
      CostGraph::parseCachegrind(textOf(Data, Size), "t");
  if (!File) {
    requireMessage(File.takeError(), "t:");
    return 0;
  }
  std::string Text, TextAgain;
  raw_string_ostream OS(Text), OSAgain(TextAgain);
  File->printCachegrind(OS);
  Expected<CostGraph> Again = CostGraph::parseCachegrind(Text, "t");
  if (!Again)
    require(false,
            "what was written cannot be read: " + toString(Again.takeError()));
  Again->printCachegrind(OSAgain);
  require(TextAgain == Text, "what is written is not what was read");
  File->printCallgrind(OS);
  return 0;
}
