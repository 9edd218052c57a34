//===- ProfileAddition.cpp - Adds profiles --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/output/image/ImageWriter.h"
#include "runtime/output/image/ProfileCursors.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

class Addition {
public:
  Addition(const ProfileImage &A, const ProfileImage &B, uint32_t *Scratch,
           uint8_t *Out)
      : A(A), B(B), Numbers(Scratch), OfB(Scratch + B.Header->NumUnits),
        Buckets(OfB + A.Header->NumUnits + B.Header->NumUnits),
        Writer(*A.Header, Out) {}
  uint64_t run();

private:
  void copyCommand();
  void matchUnits();
  bool isUnitOfA(const uint8_t *Unit, uint32_t NumberInA,
                 const uint8_t *Candidate) const;
  void addThread(const ThreadPart *InA, const ThreadPart *InB);
  uint64_t addRecords(unsigned Kind, RecordRange InA, RecordRange InB);
  void addCalls();
  void addRegion(const RegionPart *InA, const RegionPart *InB);
  void addRegions();

  const ProfileImage &A, &B;
  /// Unit numbers of the sum by unit numbers of B, and vice versa.
  uint32_t *Numbers, *OfB;
  uint32_t *Buckets;
  ImageWriter Writer;
  const uint8_t *SumUnits = nullptr;
};

} // namespace

bool Addition::isUnitOfA(const uint8_t *Unit, uint32_t NumberInA,
                         const uint8_t *Candidate) const {
  // Equal tables of one profile are separate units.
  return OfB[NumberInA] == abi::NoIndex &&
         unitSize(Unit) == unitSize(Candidate) &&
         !memcmp(Unit, Candidate, unitSize(Unit));
}

void Addition::matchUnits() {
  uint32_t NumA = A.Header->NumUnits, NumB = B.Header->NumUnits;
  for (uint64_t I = 0; I != uint64_t(NumA) + NumB; ++I)
    OfB[I] = abi::NoIndex;
  uint32_t NumSum = NumA;
  // Processes of one program usually have the same units in the same order, so
  // the search starts after the last unit found.
  uint32_t Next = 0;
  const uint8_t *NextUnit = A.Units, *Unit = B.Units;
  for (uint32_t I = 0; I != NumB; ++I, Unit += unitSize(Unit)) {
    Numbers[I] = abi::NoIndex;
    for (uint32_t Tried = 0; Tried != NumA; ++Tried) {
      if (Next == NumA) {
        Next = 0;
        NextUnit = A.Units;
      }
      if (isUnitOfA(Unit, Next, NextUnit))
        Numbers[I] = Next;
      ++Next;
      NextUnit += unitSize(NextUnit);
      if (Numbers[I] != abi::NoIndex)
        break;
    }
    if (Numbers[I] == abi::NoIndex)
      Numbers[I] = NumSum++;
    OfB[Numbers[I]] = I;
  }
  Writer.Header.NumUnits = NumSum;
}

void Addition::copyCommand() {
  uint32_t Size = A.Header->CommandSize;
  if (Size != B.Header->CommandSize || memcmp(A.Command, B.Command, Size))
    Size = 0;
  Writer.Header.CommandSize = Size;
  Writer.append(A.Command, Size);
  Writer.pad();
}

/// Returns the records of \p Unit in \p Range, which is sorted by unit.
static RecordRange ofUnit(unsigned Kind, RecordRange Range, uint32_t Unit) {
  auto FirstFrom = [&](uint64_t Least) {
    return partitionPoint(Range.Count, [&](uint64_t I) {
      return keyOf(Range.Begin + I * RecordSizes[Kind]).Unit < Least;
    });
  };
  uint64_t First = FirstFrom(Unit), End = FirstFrom(uint64_t(Unit) + 1);
  return {Range.Begin + First * RecordSizes[Kind], End - First};
}

uint64_t Addition::addRecords(unsigned Kind, RecordRange InA, RecordRange InB) {
  uint64_t Size = RecordSizes[Kind], Count = 0;
  if (!InA.Count && !InB.Count)
    return 0;
  const uint8_t *Unit = SumUnits;
  for (uint32_t U = 0; U != Writer.Header.NumUnits;
       ++U, Unit += unitSize(Unit)) {
    RecordRange L = {InA.Begin, 0}, R = {nullptr, 0};
    while (L.Count != InA.Count && keyOf(L.Begin + L.Count * Size).Unit == U)
      ++L.Count;
    InA = {InA.Begin + L.Count * Size, InA.Count - L.Count};
    if (OfB[U] != abi::NoIndex && InB.Count)
      R = ofUnit(Kind, InB, OfB[U]);
    while (L.Count || R.Count) {
      uint32_t InL = L.Count ? keyOf(L.Begin).Place : abi::NoIndex;
      uint32_t InR = R.Count ? keyOf(R.Begin).Place : abi::NoIndex;
      bool TakesL = L.Count && (!R.Count || InL <= InR);
      bool TakesR = R.Count && (!L.Count || InR <= InL);
      uint8_t *To = Writer.record(Kind, U, TakesL ? L.Begin : R.Begin);
      if (TakesL && TakesR)
        addRecord(Kind, A.Caches ? nullptr : tableOf(Unit), To, R.Begin);
      if (TakesL)
        L = {L.Begin + Size, L.Count - 1};
      if (TakesR)
        R = {R.Begin + Size, R.Count - 1};
      ++Count;
    }
  }
  return Count;
}

void Addition::addThread(const ThreadPart *InA, const ThreadPart *InB) {
  Writer.beginThread((InA ? InA : InB)->Index, 0, A.Caches);
  for (unsigned K = 0; K != NumRecordKinds; ++K) {
    uint64_t Count =
        addRecords(K, InA ? InA->Records[K] : RecordRange{nullptr, 0},
                   InB ? InB->Records[K] : RecordRange{nullptr, 0});
    if (K == 0 || A.Caches)
      Writer.setCount(K, Count);
  }
}

void Addition::addCalls() {
  CallSums Sums(A.numCalls() + B.numCalls(), Buckets, Writer.position());
  Sums.addHeader(*A.Calls);
  for (uint64_t I = 0; I != A.numCalls(); ++I)
    Sums.add(A.call(I));
  Sums.addHeader(*B.Calls);
  for (uint64_t I = 0; I != B.numCalls(); ++I) {
    abi::CallRec Call = B.call(I);
    if (Call.Unit != abi::NoIndex)
      Call.Unit = Numbers[Call.Unit];
    if (Call.CallerUnit != abi::NoIndex)
      Call.CallerUnit = Numbers[Call.CallerUnit];
    Sums.add(Call);
  }
  Writer.skipTo(Sums.end());
}

void Addition::addRegion(const RegionPart *InA, const RegionPart *InB) {
  abi::RegionRec *Sum = Writer.beginRegion(*(InA ? InA : InB)->Rec);
  if (InA && InB) {
    Sum->Begins = values::limitedAdd(Sum->Begins, InB->Rec->Begins);
    Sum->Ends = values::limitedAdd(Sum->Ends, InB->Rec->Ends);
  }
  auto Add = [&](unsigned Kind) {
    return addRecords(Kind, InA ? InA->Records[Kind] : RecordRange{nullptr, 0},
                      InB ? InB->Records[Kind] : RecordRange{nullptr, 0});
  };
  Sum->NumCounts = Add(0);
  Sum->NumLines = Add(2);
}

void Addition::addRegions() {
  auto *Sum = reinterpret_cast<abi::RegionsRec *>(Writer.position());
  Writer.append(A.Regions, sizeof(*Sum));
  Sum->NumRegions = 0;
  Sum->NumLimits = values::limitedAdd(Sum->NumLimits, B.Regions->NumLimits);
  Sum->NumUnmatched =
      values::limitedAdd(Sum->NumUnmatched, B.Regions->NumUnmatched);
  RegionCursor InA(A), InB(B);
  for (; InA.IsValid || InB.IsValid; ++Sum->NumRegions) {
    bool TakesA = InA.IsValid && (!InB.IsValid || InA.id() <= InB.id());
    bool TakesB = InB.IsValid && (!InA.IsValid || InB.id() <= InA.id());
    addRegion(TakesA ? &InA.Part : nullptr, TakesB ? &InB.Part : nullptr);
    if (TakesA)
      InA.next();
    if (TakesB)
      InB.next();
  }
}

uint64_t Addition::run() {
  if (A.Caches) {
    abi::CacheRec Caches = *A.Caches;
    Caches.TimeSamples =
        values::limitedAdd(Caches.TimeSamples, B.Caches->TimeSamples);
    Caches.UnprofiledSamples = values::limitedAdd(Caches.UnprofiledSamples,
                                                  B.Caches->UnprofiledSamples);
    Writer.append(&Caches, sizeof(Caches));
  }
  copyCommand();
  matchUnits();
  SumUnits = Writer.position();
  Writer.append(A.Units, A.Threads - A.Units);
  const uint8_t *Unit = B.Units;
  for (uint32_t I = 0; I != B.Header->NumUnits; ++I, Unit += unitSize(Unit))
    if (Numbers[I] >= A.Header->NumUnits)
      Writer.append(Unit, unitSize(Unit));
  ThreadCursor InA(A), InB(B);
  while (InA.IsValid || InB.IsValid) {
    bool TakesA =
        InA.IsValid && (!InB.IsValid || InA.Part.Index <= InB.Part.Index);
    bool TakesB =
        InB.IsValid && (!InA.IsValid || InB.Part.Index <= InA.Part.Index);
    addThread(TakesA ? &InA.Part : nullptr, TakesB ? &InB.Part : nullptr);
    if (TakesA)
      InA.next();
    if (TakesB)
      InB.next();
  }
  if (A.Caches) {
    addCalls();
    addRegions();
  }
  uint64_t Runs = uint64_t(A.Header->NumRuns) + B.Header->NumRuns;
  Writer.Header.NumRuns = Runs > UINT32_MAX ? UINT32_MAX : uint32_t(Runs);
  return Writer.finish();
}

uint64_t rt::addProfiles(const ProfileImage &A, const ProfileImage &B,
                         uint32_t *Scratch, uint8_t *Out) {
  return Addition(A, B, Scratch, Out).run();
}
