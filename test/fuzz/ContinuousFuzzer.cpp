//===- ContinuousFuzzer.cpp - Any bytes as a file of changing counts ------===//
//
// With the right checksums, which no mutation finds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/file/ContinuousFile.h"
#include "test/unit/profdata/ContinuousBytes.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = textOf(Data, Size).str();
  ContinuousBytes::sealUnits(Bytes);
  for (ProfilePart Wanted : {ProfilePart::Events, ProfilePart::Costs}) {
    std::string Note;
    Expected<std::string> Made = profileOfContinuous(Bytes, "p", Wanted, Note);
    if (!Made) {
      requireMessage(Made.takeError(), "p: ");
      continue;
    }
    // Its tables may be wrong, nothing else.
    if (CacheProfile::isCacheProfile(*Made)) {
      if (Expected<CacheProfile> P = CacheProfile::decode(*Made, "p"); !P)
        requireMessage(P.takeError(), "p: malformed cache profile: ");
    } else {
      EventProfile P;
      if (Error E = P.add(MemoryBufferRef(*Made, "p")))
        requireMessage(std::move(E), "p: malformed profile: ");
    }
  }
  return 0;
}
