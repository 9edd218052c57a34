//===- SitesFuzzer.cpp - Any bytes as a program with udpc instructions ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/binary/BinarySites.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Sites = BinarySites::decode(MemoryBufferRef(textOf(Data, Size), "app"));
  if (!Sites)
    requireMessage(Sites.takeError(), "app: ");
  return 0;
}
