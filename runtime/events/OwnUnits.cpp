//===- OwnUnits.cpp - Units that the runtime creates ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/events/OwnUnits.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

/// Memory of units, which are never freed.
static Pool Memory;

namespace {
/// The table, up to the strings.
struct OwnTable {
  abi::TableHeader Header;
  abi::EventRec Event;
  abi::SiteRec Site;
  abi::CandidateRec Candidate;
  char Strings[4]; ///< Variable length.
};
struct OwnUnit {
  abi::Unit Unit;
  OwnTable Table;
};
} // namespace
static_assert(offsetof(OwnTable, Strings) ==
                  sizeof(abi::TableHeader) + sizeof(abi::EventRec) +
                      sizeof(abi::SiteRec) + sizeof(abi::CandidateRec),
              "a table has no gaps");

static void fillTable(OwnTable &T, uint64_t Size, const char *Event,
                      int32_t Counter, const char *Site) {
  T.Header.Magic = abi::TableMagic;
  T.Header.Version = abi::Version;
  T.Header.TotalSize = Size;
  T.Header.NumEvents = T.Header.NumSlots = T.Header.NumSites =
      T.Header.NumCandidates = 1;
  T.Header.StringsSize = Size - offsetof(OwnTable, Strings);
  char *Strings = reinterpret_cast<char *>(&T) + offsetof(OwnTable, Strings);
  size_t SiteSize = lengthOf(Site) + 1;
  T.Event = {static_cast<uint32_t>(1 + SiteSize), Counter};
  copyBytes(Strings + 1, Site, SiteSize);
  copyBytes(Strings + T.Event.Name, Event, lengthOf(Event) + 1);
  // Amounts of marks may be negative.
  T.Site.Kind = static_cast<uint8_t>(abi::SiteKind::Mark);
  T.Site.Function = 1;
  T.Site.NumCandidates = 1;
}

UnitRecord *rt::makeOwnUnit(const char *Event, int32_t Counter,
                            const char *Site, const char *Module) {
  uint64_t Size = offsetof(OwnTable, Strings) + 1 + lengthOf(Site) + 1 +
                  lengthOf(Event) + 1;
  Size = (Size + 7) & ~uint64_t(7);
  auto *B =
      static_cast<OwnUnit *>(Memory.allocate(offsetof(OwnUnit, Table) + Size));
  if (!B)
    return nullptr;
  fillTable(B->Table, Size, Event, Counter, Site);
  B->Unit.NumSlots = 1;
  B->Unit.Table = reinterpret_cast<const uint8_t *>(&B->Table);
  B->Unit.TableSize = Size;
  return registerOwnUnit(&B->Unit, Module);
}
