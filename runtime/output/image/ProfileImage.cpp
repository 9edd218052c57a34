//===- ProfileImage.cpp - A profile in memory -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/ProfileImage.h"
#include "runtime/base/Crc32.h"
#include "runtime/output/image/ProfileRecords.h"
#include "runtime/tables/CostView.h"
#include "runtime/tables/Evaluate.h"
#include "udpc/references.h"
#include <string.h>

using namespace udpc;
using namespace udpc::rt;

uint32_t rt::profileChecksum(uint32_t Content, abi::ProfileHeader Header) {
  Header.Checksum = 0;
  return crc32(Content, &Header, sizeof(Header));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static uint64_t padded(uint64_t Size) { return (Size + 7) & ~uint64_t(7); }

/// Returns the size of the unit before its table.
static uint64_t moduleSize(const uint8_t *Unit) {
  auto *Rec = reinterpret_cast<const abi::UnitRec *>(Unit);
  return sizeof(*Rec) + padded(Rec->ModuleSize);
}

static uint64_t tableSize(const uint8_t *Table) {
  // TotalSize has the same offset in both kinds of tables.
  static_assert(offsetof(abi::TableHeader, TotalSize) ==
                    offsetof(abi::CostHeader, TotalSize),
                "ABI");
  return reinterpret_cast<const abi::TableHeader *>(Table)->TotalSize;
}

const uint8_t *rt::tableOf(const uint8_t *Unit) {
  return Unit + moduleSize(Unit);
}

uint64_t rt::unitSize(const uint8_t *Unit) {
  return moduleSize(Unit) + tableSize(tableOf(Unit));
}

const uint8_t *rt::readThread(const uint8_t *At, bool HasCosts,
                              ThreadPart &Part) {
  auto *Rec = reinterpret_cast<const abi::CostThreadRec *>(At);
  Part = {Rec->Index, Rec->Tid, {{nullptr, Rec->NumCounts}}};
  At += HasCosts ? sizeof(abi::CostThreadRec) : sizeof(abi::ThreadRec);
  if (HasCosts) {
    Part.Records[1].Count = Rec->NumOperations;
    Part.Records[2].Count = Rec->NumLines;
  }
  for (unsigned K = 0; K != NumRecordKinds; ++K) {
    Part.Records[K].Begin = At;
    At += Part.Records[K].Count * RecordSizes[K];
  }
  return At;
}

const uint8_t *rt::readRegion(const uint8_t *At, RegionPart &Part) {
  Part = {reinterpret_cast<const abi::RegionRec *>(At), {}};
  Part.Records[0].Count = Part.Rec->NumCounts;
  Part.Records[2].Count = Part.Rec->NumLines;
  At += sizeof(*Part.Rec) + padded(Part.Rec->NameSize);
  for (unsigned K = 0; K != NumRecordKinds; ++K) {
    Part.Records[K].Begin = At;
    At += Part.Records[K].Count * RecordSizes[K];
  }
  return At;
}

namespace {
/// Validates a profile for the functions below.
class Checker {
public:
  Checker(const uint8_t *Bytes, uint64_t Size) : At(Bytes), End(Bytes + Size) {}
  bool check(ProfileImage &Image);

private:
  /// Skips \p Size bytes.
  bool skip(uint64_t Size) {
    if (Size > uint64_t(End - At))
      return false;
    At += Size;
    return true;
  }
  bool checkUnits(ProfileImage &Image);
  bool checkThread(const ProfileImage &Image, uint64_t &Previous, bool IsFirst);
  bool checkRecords(const ProfileImage &Image, RecordRange R, unsigned Kind);
  bool checkRecords(const ProfileImage &Image,
                    const RecordRange (&Records)[NumRecordKinds]);
  bool checkCalls(ProfileImage &Image);
  bool checkRegions(ProfileImage &Image);

  const uint8_t *At, *End;
};
} // namespace

/// Returns the number of slots, operations or lines of a unit, by \p Kind.
static uint32_t numPlaces(const uint8_t *Unit, bool HasCosts, unsigned Kind) {
  const uint8_t *Table = tableOf(Unit);
  if (!HasCosts)
    return reinterpret_cast<const abi::TableHeader *>(Table)->NumSlots;
  auto *H = reinterpret_cast<const abi::CostHeader *>(Table);
  return Kind == 0 ? H->NumSlots : Kind == 1 ? H->NumOperations : H->NumLines;
}

/// Returns whether each site of a table has its own candidates in the table.
static bool checkSites(const TableView &Table) {
  uint64_t End = 0;
  for (uint32_t I = 0; I != Table.Header->NumSites; ++I) {
    const abi::SiteRec &S = Table.Sites[I];
    if (S.FirstCandidate < End)
      return false;
    End = uint64_t(S.FirstCandidate) + S.NumCandidates;
    if (End > Table.Header->NumCandidates)
      return false;
  }
  return true;
}

/// Returns whether the \p Size bytes at \p Table are a reference to a table.
static bool isReference(const uint8_t *Table, uint64_t Size, bool HasCosts) {
  auto *H = reinterpret_cast<const abi::TableHeader *>(Table);
  uint64_t HeaderSize =
      HasCosts ? sizeof(abi::CostHeader) : sizeof(abi::TableHeader);
  if (H->Magic != abi::ReferenceMagic ||
      H->Version != (HasCosts ? abi::CostVersion : abi::Version) ||
      Size < HeaderSize + sizeof(abi::TableReferenceRec))
    return false;
  auto *Rec =
      reinterpret_cast<const abi::TableReferenceRec *>(Table + HeaderSize);
  return Rec->BuildIdSize <= Size - HeaderSize - sizeof(*Rec);
}

bool Checker::checkUnits(ProfileImage &Image) {
  Image.HasReferences = false;
  for (uint32_t I = 0; I != Image.Header->NumUnits; ++I) {
    const uint8_t *Unit = At;
    if (!skip(sizeof(abi::UnitRec)))
      return false;
    At = Unit;
    if (!skip(moduleSize(Unit)))
      return false;
    const uint8_t *Table = At;
    if (!skip(sizeof(abi::TableHeader)))
      return false;
    uint64_t Size = tableSize(Table);
    At = Table;
    TableView Sites;
    CostView Costs;
    if (Size % 8 || !skip(Size))
      return false;
    if (isReference(Table, Size, Image.Caches)) {
      Image.HasReferences = true;
      continue;
    }
    if (!(Image.Caches
              ? isPackedCosts(Table, Size) || viewCosts(Table, Size, Costs)
              : viewTable(Table, Size, Sites) && checkSites(Sites)))
      return false;
  }
  return true;
}

bool Checker::checkRecords(const ProfileImage &Image, RecordRange R,
                           unsigned Kind) {
  // Both units and records are sorted, so one pass suffices.
  const uint8_t *Unit = Image.Units;
  uint32_t Number = 0;
  for (uint64_t I = 0; I != R.Count; ++I) {
    RecordKey Key = keyOf(R.Begin + I * RecordSizes[Kind]);
    if (I && !(keyOf(R.Begin + (I - 1) * RecordSizes[Kind]) < Key))
      return false;
    if (Key.Unit >= Image.Header->NumUnits)
      return false;
    for (; Number != Key.Unit; ++Number)
      Unit += unitSize(Unit);
    if (Key.Place >= numPlaces(Unit, Image.Caches, Kind))
      return false;
  }
  return true;
}

/// Checks and skips the records.
bool Checker::checkRecords(const ProfileImage &Image,
                           const RecordRange (&Records)[NumRecordKinds]) {
  for (unsigned K = 0; K != NumRecordKinds; ++K)
    if (Records[K].Count > uint64_t(End - At) / RecordSizes[K] ||
        !skip(Records[K].Count * RecordSizes[K]) ||
        !checkRecords(Image, Records[K], K))
      return false;
  return true;
}

bool Checker::checkThread(const ProfileImage &Image, uint64_t &Previous,
                          bool IsFirst) {
  const uint8_t *Thread = At;
  if (!skip(Image.Caches ? sizeof(abi::CostThreadRec) : sizeof(abi::ThreadRec)))
    return false;
  ThreadPart Part;
  readThread(Thread, Image.Caches, Part);
  if (!checkRecords(Image, Part.Records) ||
      (!IsFirst && Part.Index <= Previous))
    return false;
  Previous = Part.Index;
  return true;
}

bool Checker::checkCalls(ProfileImage &Image) {
  auto *Calls = reinterpret_cast<const abi::CallsRec *>(At);
  if (!skip(sizeof(*Calls)) ||
      Calls->NumCalls > uint64_t(End - At) / sizeof(abi::CallRec) ||
      Calls->NumCalls >= abi::NoIndex ||
      !skip(Calls->NumCalls * sizeof(abi::CallRec)))
    return false;
  Image.Calls = Calls;
  uint32_t NumUnits = Image.Header->NumUnits;
  for (uint64_t I = 0; I != Calls->NumCalls; ++I) {
    const abi::CallRec &C = Image.call(I);
    if ((C.Unit != abi::NoIndex && C.Unit >= NumUnits) ||
        (C.CallerUnit != abi::NoIndex && C.CallerUnit >= NumUnits) ||
        (C.Parent < abi::BeyondContexts && C.Parent >= I))
      return false;
  }
  return true;
}

bool Checker::checkRegions(ProfileImage &Image) {
  Image.Regions = reinterpret_cast<const abi::RegionsRec *>(At);
  if (!skip(sizeof(*Image.Regions)))
    return false;
  uint64_t Previous = 0;
  for (uint64_t I = 0; I != Image.Regions->NumRegions; ++I) {
    auto *Rec = reinterpret_cast<const abi::RegionRec *>(At);
    RegionPart Part;
    if (!skip(sizeof(*Rec)) || Rec->NameSize > abi::MaxRegionName ||
        !skip(padded(Rec->NameSize)))
      return false;
    readRegion(reinterpret_cast<const uint8_t *>(Rec), Part);
    if (!checkRecords(Image, Part.Records) || Rec->Id <= Previous)
      return false;
    Previous = Rec->Id;
  }
  return true;
}

bool Checker::check(ProfileImage &Image) {
  const uint8_t *Begin = At;
  if (!skip(sizeof(abi::ProfileHeader)))
    return false;
  auto *H = reinterpret_cast<const abi::ProfileHeader *>(Begin);
  bool IsEvents = !memcmp(H->Magic, abi::ProfileMagic, sizeof(H->Magic));
  bool IsCosts = !memcmp(H->Magic, abi::CacheProfileMagic, sizeof(H->Magic));
  if (!(IsEvents && H->Version == abi::ProfileVersion) &&
      !(IsCosts && H->Version == abi::CacheProfileVersion))
    return false;
  if (H->Size != uint64_t(End - Begin) ||
      profileChecksum(crc32(0, At, End - At), *H) != H->Checksum)
    return false;
  Image.Header = H;
  Image.Caches =
      IsCosts ? reinterpret_cast<const abi::CacheRec *>(At) : nullptr;
  if (IsCosts && !skip(sizeof(abi::CacheRec)))
    return false;
  Image.Command = reinterpret_cast<const char *>(At);
  if (!skip(padded(H->CommandSize)))
    return false;
  Image.Units = At;
  if (!checkUnits(Image))
    return false;
  Image.Threads = At;
  uint64_t Previous = 0;
  for (uint32_t I = 0; I != H->NumThreads; ++I)
    if (!checkThread(Image, Previous, I == 0))
      return false;
  Image.End = At;
  Image.Calls = nullptr;
  Image.Regions = nullptr;
  return (!IsCosts || (checkCalls(Image) && checkRegions(Image))) && At == End;
}

bool rt::viewProfile(const uint8_t *Bytes, uint64_t Size, ProfileImage &Image) {
  return Checker(Bytes, Size).check(Image);
}

bool rt::canAdd(const ProfileImage &A, const ProfileImage &B) {
  return !A.Caches == !B.Caches && !A.HasReferences && !B.HasReferences &&
         (!A.Caches ||
          !memcmp(A.Caches, B.Caches, offsetof(abi::CacheRec, TimeSamples)));
}
