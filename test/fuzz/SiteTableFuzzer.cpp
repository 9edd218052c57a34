//===- SiteTableFuzzer.cpp - Any bytes as site tables ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/tables/SiteTable.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto Tables = SiteTable::decodeSection(textOf(Data, Size));
  if (!Tables) {
    requireMessage(Tables.takeError(), "");
    return 0;
  }
  for (const SiteTable &T : *Tables) {
    T.string(0);
    T.values(std::vector<uint64_t>(T.numSlots(), 1));
    for (const abi::SiteRec &S : T.sites()) {
      T.string(S.Function);
      (void)T.candidates(S);
    }
  }
  return 0;
}
