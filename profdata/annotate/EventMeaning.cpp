//===- EventMeaning.cpp - What an event counts, in words ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventMeaning.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::eventMeaning(StringRef Event) {
  return StringSwitch<StringRef>(Event)
      .Case("Ir", "instructions executed")
      .Case("Dr", "reads of memory")
      .Case("Dw", "writes to memory")
      .Case("Dref", "reads and writes of memory")
      .Case("I1mr", "instruction fetches that missed the first-level cache")
      .Case("I2mr", "instruction fetches that missed the middle-level cache")
      .Case("ILmr", "instruction fetches that missed the last-level cache")
      .Case("D1mr", "reads that missed the first-level data cache")
      .Case("D1mw", "writes that missed the first-level data cache")
      .Case("D1m", "reads and writes that missed the first-level data cache")
      .Case("D2mr", "reads that missed the middle-level cache")
      .Case("D2mw", "writes that missed the middle-level cache")
      .Case("D2m", "reads and writes that missed the middle-level cache")
      .Case("DLmr", "reads that missed the last-level cache")
      .Case("DLmw", "writes that missed the last-level cache")
      .Case("DLm", "reads and writes that missed the last-level cache")
      .Case("L1m", "instruction fetches, reads and writes that missed the "
                   "first-level caches")
      .Case("L2m", "instruction fetches, reads and writes that missed the "
                   "middle-level cache")
      .Case("LLm", "instruction fetches, reads and writes that missed the "
                   "last-level cache")
      .Case("Bc", "conditional branches executed")
      .Case("Bcm", "conditional branches mispredicted")
      .Case("Bi", "indirect branches executed")
      .Case("Bim", "indirect branches mispredicted")
      .Case("Bm", "branches mispredicted")
      .Case("CEst", "cycles, roughly: instructions and weighted misses")
      .Default("");
}
