//===- CacheProfileFuzzer.cpp - Any bytes as a cache profile --------------===//
//
// With the right size and checksum, which no mutation finds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/cache/SampleProfile.h"
#include "profdata/costs/CostGraph.h"
#include "profdata/hints/HintFile.h"
#include "profdata/recommend/Recommendation.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = sealedProfile(Data, Size);
  Expected<CacheProfile> Profile = CacheProfile::decode(Bytes, "p");
  if (!Profile) {
    requireMessage(Profile.takeError(), "p: ");
    return 0;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  CostOptions WithoutCalls;
  WithoutCalls.Calls = false;
  CostGraph File = CostGraph::of(*Profile, WithoutCalls);
  if (Error E = File.checkSums()) {
    consumeError(std::move(E));
  } else {
    File.printCachegrind(OS);
    Expected<CostGraph> Again = CostGraph::parseCachegrind(Text, "t");
    require(static_cast<bool>(Again), "what is exported cannot be read");
    require(Again->Total == File.Total, "the sums have changed");
  }
  CostGraph::of(*Profile, {}).printCallgrind(OS);
  // What is written is a profile; not all can be.
  Text.clear();
  if (Error E = writeSampleProfile(*Profile, nullptr, OS)) {
    consumeError(std::move(E));
  } else {
    Expected<HintFile> Samples =
        readHints(MemoryBuffer::getMemBufferCopy(Text, "s"));
    require(static_cast<bool>(Samples), "the sample profile cannot be read");
  }
  recommend(*Profile, RecommendOptions());
  Profile->add(CacheProfile(*Profile));
  return 0;
}
