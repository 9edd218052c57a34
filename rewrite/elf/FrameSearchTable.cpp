//===- FrameSearchTable.cpp - The search table of frames ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/FrameSearchTable.h"
#include "profdata/support/RecordBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <cstring>
#include <vector>

using namespace llvm;
using namespace udpc;

namespace {
/// An entry of the table, relative to the table's start.
struct RelativeEntry {
  support::little32_t Code, Entry;
};
} // namespace

static constexpr uint8_t Encodings[] = {1, 0x1b, 0x03, 0x3b};
static constexpr size_t HeadSize = 12;

bool udpc::canExtendSearchTable(StringRef Table) {
  if (Table.size() < HeadSize ||
      std::memcmp(Table.data(), Encodings, sizeof(Encodings)))
    return false;
  uint64_t Count = support::endian::read32le(Table.data() + 8);
  return Count <= (Table.size() - HeadSize) / sizeof(RelativeEntry);
}

std::string udpc::extendSearchTable(StringRef Table, uint64_t OldAddress,
                                    uint64_t NewAddress,
                                    ArrayRef<FrameAddress> Added) {
  uint64_t Count = support::endian::read32le(Table.data() + 8);
  std::vector<RelativeEntry> Entries(Count);
  if (Count) // data() of an empty vector may be null.
    std::memcpy(Entries.data(), Table.data() + HeadSize,
                Count * sizeof(RelativeEntry));
  auto Distance = int32_t(OldAddress - NewAddress);
  for (RelativeEntry &E : Entries)
    E = {support::little32_t(E.Code + Distance),
         support::little32_t(E.Entry + Distance)};
  for (const FrameAddress &F : Added)
    Entries.push_back({support::little32_t(int32_t(F.Code - NewAddress)),
                       support::little32_t(int32_t(F.Entry - NewAddress))});
  sort(Entries, [](const RelativeEntry &A, const RelativeEntry &B) {
    return A.Code < B.Code;
  });
  std::string S(reinterpret_cast<const char *>(Encodings), sizeof(Encodings));
  appendRecord(S,
               support::little32_t(support::endian::read32le(Table.data() + 4) +
                                   uint32_t(OldAddress - NewAddress)));
  appendRecord(S, support::ulittle32_t(Entries.size()));
  S.append(reinterpret_cast<const char *>(Entries.data()),
           Entries.size() * sizeof(RelativeEntry));
  return S;
}
