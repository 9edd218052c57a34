//===- ProfileDifference.cpp - Subtracts a profile from a later one -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/ImageWriter.h"
#include "runtime/output/image/ProfileCursors.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

class Difference {
public:
  Difference(const ProfileImage &Now, const ProfileImage &Before,
             uint32_t *Scratch, uint8_t *Out)
      : Now(Now), Before(Before), Earlier(Before), Buckets(Scratch),
        Writer(*Now.Header, Out) {}
  uint64_t run();

private:
  void subtractThread(const ThreadPart &Thread);
  void subtractCalls();
  void subtractRegions();
  template <typename Function>
  uint64_t writeDifference(unsigned Kind, RecordRange Range, Function Subtract);
  void subtractFrom(unsigned Kind, uint64_t Thread, uint8_t *Records,
                    uint64_t Count);

  const ProfileImage &Now, &Before;
  ThreadCursor Earlier;
  uint32_t *Buckets;
  ImageWriter Writer;
};

} // namespace

/// Subtracts \p Range from the \p Count records at \p Records.
static void subtractRange(unsigned Kind, RecordRange Range, uint8_t *Records,
                          uint64_t Count) {
  uint64_t Size = RecordSizes[Kind], To = 0;
  for (uint64_t From = 0; From != Range.Count; ++From) {
    const uint8_t *Record = Range.Begin + From * Size;
    while (To != Count && keyOf(Records + To * Size) < keyOf(Record))
      ++To;
    if (To != Count && !(keyOf(Record) < keyOf(Records + To * Size)))
      subtractRecord(Kind, Records + To * Size, Record);
  }
}

/// Subtracts the earlier counts of \p Thread from its records. A thread that
/// was separate earlier may be part of `others` now.
void Difference::subtractFrom(unsigned Kind, uint64_t Thread, uint8_t *Records,
                              uint64_t Count) {
  if (Earlier.IsValid && Earlier.Part.Index == Thread)
    subtractRange(Kind, Earlier.Part.Records[Kind], Records, Count);
  if (Thread != abi::OtherThreads)
    return;
  ThreadCursor Later(Now);
  for (ThreadCursor T(Before); T.IsValid; T.next()) {
    while (Later.IsValid && Later.Part.Index < T.Part.Index)
      Later.next();
    if (!Later.IsValid || Later.Part.Index != T.Part.Index)
      subtractRange(Kind, T.Part.Records[Kind], Records, Count);
  }
}

/// Writes \p Range after \p Subtract has changed it, without records that are
/// then 0. Returns the number of records.
template <typename Function>
uint64_t Difference::writeDifference(unsigned Kind, RecordRange Range,
                                     Function Subtract) {
  uint64_t Size = RecordSizes[Kind], Kept = 0;
  uint8_t *Records = Writer.position();
  Writer.append(Range.Begin, Range.Count * Size);
  Subtract(Records);
  for (uint64_t I = 0; I != Range.Count; ++I)
    if (!isEmptyRecord(Kind, Records + I * Size))
      memmove(Records + Kept++ * Size, Records + I * Size, Size);
  Writer.truncate(Records + Kept * Size);
  return Kept;
}

void Difference::subtractThread(const ThreadPart &Thread) {
  while (Earlier.IsValid && Earlier.Part.Index < Thread.Index)
    Earlier.next();
  Writer.beginThread(Thread.Index, Thread.Tid, Now.Caches);
  for (unsigned K = 0; K != NumRecordKinds; ++K) {
    RecordRange Range = Thread.Records[K];
    uint64_t Kept = writeDifference(K, Range, [&](uint8_t *Records) {
      subtractFrom(K, Thread.Index, Records, Range.Count);
    });
    if (K == 0 || Now.Caches)
      Writer.setCount(K, Kept);
  }
}

void Difference::subtractCalls() {
  CallSums Sums(Now.numCalls(), Buckets, Writer.position());
  Sums.addHeader(*Now.Calls);
  for (uint64_t I = 0; I != Now.numCalls(); ++I)
    Sums.add(Now.call(I));
  Sums.subtractHeader(*Before.Calls);
  for (uint64_t I = 0; I != Before.numCalls(); ++I)
    Sums.subtract(Before.call(I));
  Sums.removeEmpty();
  Writer.skipTo(Sums.end());
}

void Difference::subtractRegions() {
  auto *Rest = reinterpret_cast<abi::RegionsRec *>(Writer.position());
  Writer.append(Now.Regions, sizeof(*Rest));
  auto Subtract = [](uint64_t &From, uint64_t Earlier) {
    From = From < Earlier ? 0 : From - Earlier;
  };
  Subtract(Rest->NumLimits, Before.Regions->NumLimits);
  Subtract(Rest->NumUnmatched, Before.Regions->NumUnmatched);
  RegionCursor Earlier(Before);
  for (RegionCursor R(Now); R.IsValid; R.next()) {
    while (Earlier.IsValid && Earlier.id() < R.id())
      Earlier.next();
    const RegionPart *Same =
        Earlier.IsValid && Earlier.id() == R.id() ? &Earlier.Part : nullptr;
    abi::RegionRec *Out = Writer.beginRegion(*R.Part.Rec);
    if (Same) {
      Subtract(Out->Begins, Same->Rec->Begins);
      Subtract(Out->Ends, Same->Rec->Ends);
    }
    auto Write = [&](unsigned Kind) {
      RecordRange Range = R.Part.Records[Kind];
      return writeDifference(Kind, Range, [&](uint8_t *Records) {
        if (Same)
          subtractRange(Kind, Same->Records[Kind], Records, Range.Count);
      });
    };
    Out->NumCounts = Write(0);
    Out->NumLines = Write(2);
  }
}

uint64_t Difference::run() {
  Writer.Header.NumUnits = Now.Header->NumUnits;
  Writer.Header.CommandSize = Now.Header->CommandSize;
  // Everything before the first thread is kept.
  auto *Content = reinterpret_cast<const uint8_t *>(Now.Header + 1);
  auto *Caches = reinterpret_cast<abi::CacheRec *>(Writer.position());
  Writer.append(Content, Now.Threads - Content);
  if (Now.Caches) {
    Caches->TimeSamples -= Before.Caches->TimeSamples;
    Caches->UnprofiledSamples -= Before.Caches->UnprofiledSamples;
  }
  for (ThreadCursor T(Now); T.IsValid; T.next())
    subtractThread(T.Part);
  if (Now.Caches) {
    subtractCalls();
    subtractRegions();
  }
  return Writer.finish();
}

uint64_t rt::subtractProfile(const ProfileImage &Now,
                             const ProfileImage &Before, uint32_t *Scratch,
                             uint8_t *Out) {
  return Difference(Now, Before, Scratch, Out).run();
}
