//===- CostTableFuzzer.cpp - Any bytes as a cost table --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/cache/CostTable.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<CostTable> Table = CostTable::decode(textOf(Data, Size));
  if (!Table) {
    requireMessage(Table.takeError(), "");
    return 0;
  }
  Table->values(std::vector<uint64_t>(Table->numSlots(), UINT64_MAX));
  for (const abi::BlockRec &B : Table->Blocks)
    (void)Table->costs(B);
  for (const abi::OperationRec &O : Table->Operations) {
    (void)Table->branches(O);
    Table->key(O.Frame);
  }
  return 0;
}
