//===- EventProfileFuzzer.cpp - Any bytes as an event profile -------------===//
//
// With the right size and checksum, which no mutation finds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/events/EventReport.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = sealedProfile(Data, Size);
  EventProfile Profile;
  if (Error E = Profile.add(MemoryBufferRef(Bytes, "p"))) {
    requireMessage(std::move(E), "p: ");
    require(Profile.units().empty() && Profile.threads().empty(),
            "part of a profile was added");
    return 0;
  }
  require(!Profile.add(MemoryBufferRef(Bytes, "p")), "not twice");
  EventReport::compute(Profile);
  return 0;
}
