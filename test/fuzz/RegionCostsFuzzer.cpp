//===- RegionCostsFuzzer.cpp - Any text as results of benchmarks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/check/RegionCosts.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<Baseline> B = parseRegionCosts(textOf(Data, Size), "t");
  if (!B) {
    requireMessage(B.takeError(), "t:");
    return 0;
  }
  require(!B->Events.empty() && !B->Regions.empty(), "regions without costs");
  for (const auto &[Name, Row] : B->Regions)
    require(Row.size() == B->Events.size(), "a region with other events");
  // A name may have characters that the text of a baseline cannot have.
  std::string Text;
  raw_string_ostream OS(Text);
  B->print(OS);
  Expected<Baseline> Again = Baseline::parse(Text, "t");
  if (!Again)
    requireMessage(Again.takeError(), "t:");
  return 0;
}
