//===- ProfileAddition.cpp - Adds and subtracts profiles ------------------===//

#include "runtime/logic/Crc32.h"
#include "runtime/logic/ProfileImage.h"
#include "runtime/logic/ProfileRecords.h"
#include "udpc/values.h"
#include <string.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// Writes a profile to memory of sufficient size.
class ImageWriter {
public:
  ImageWriter(const abi::ProfileHeader &Like, uint8_t *Out)
      : Out(Out), At(Out + sizeof(abi::ProfileHeader)) {
    memcpy(Header.Magic, Like.Magic, sizeof(Header.Magic));
    Header.Version = Like.Version;
  }

  void append(const void *Data, uint64_t Size) {
    memcpy(At, Data, Size);
    At += Size;
  }
  /// Out is zeroed: skipped bytes are padding.
  void pad() { At += -uint64_t(At - Out) & 7; }
  /// Appends the record; returns where it is.
  uint8_t *record(unsigned Kind, uint32_t Unit, const uint8_t *Record) {
    uint8_t *Where = At;
    append(Record, RecordSizes[Kind]);
    memcpy(Where, &Unit, sizeof(Unit));
    return Where;
  }
  void truncate(uint8_t *End) {
    memset(End, 0, At - End);
    At = End;
  }

  void beginThread(uint64_t Index, uint64_t Tid, bool HasCosts) {
    ++Header.NumThreads;
    Thread = At;
    // The counts are filled in at the end.
    abi::CostThreadRec Rec = {Index, Tid, 0, 0, 0};
    append(&Rec, HasCosts ? sizeof(Rec) : sizeof(abi::ThreadRec));
  }
  void setCount(unsigned Kind, uint64_t Count) {
    memcpy(Thread + offsetof(abi::CostThreadRec, NumCounts) + 8 * Kind, &Count,
           sizeof(Count));
  }

  /// A region without counts. Returns the record, which remains to be
  /// completed.
  abi::RegionRec *beginRegion(const abi::RegionRec &Like) {
    auto *Rec = reinterpret_cast<abi::RegionRec *>(At);
    append(&Like, sizeof(Like));
    append(&Like + 1, Like.NameSize);
    pad();
    Rec->NumCounts = Rec->NumLines = 0;
    return Rec;
  }

  uint64_t finish() {
    Header.Size = At - Out;
    const uint8_t *Content = Out + sizeof(Header);
    Header.Checksum =
        profileChecksum(crc32(0, Content, uint64_t(At - Content)), Header);
    memcpy(Out, &Header, sizeof(Header));
    return Header.Size;
  }

  abi::ProfileHeader Header = {};
  uint8_t *position() const { return At; }
  void skipTo(uint8_t *End) { At = End; }

private:
  uint8_t *Out, *At, *Thread = nullptr;
};

/// The threads of a profile, one after another.
class ThreadCursor {
public:
  explicit ThreadCursor(const ProfileImage &Image)
      : At(Image.Threads), End(Image.End), HasCosts(Image.Caches) {
    next();
  }
  void next() {
    IsValid = At != End;
    if (IsValid)
      At = readThread(At, HasCosts, Part);
  }

  ThreadPart Part;
  bool IsValid;

private:
  const uint8_t *At, *End;
  bool HasCosts;
};

/// The regions of a profile, one after another.
class RegionCursor {
public:
  explicit RegionCursor(const ProfileImage &Image)
      : At(reinterpret_cast<const uint8_t *>(Image.Regions + 1)),
        Left(Image.Regions->NumRegions) {
    next();
  }
  void next() {
    IsValid = Left != 0;
    if (!IsValid)
      return;
    --Left;
    At = readRegion(At, Part);
  }
  uint64_t id() const { return Part.Rec->Id; }

  RegionPart Part;
  bool IsValid;

private:
  const uint8_t *At;
  uint64_t Left;
};

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
  /// Unit numbers of the sum by those of B, and vice versa.
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
  // Processes of one program usually have the same units in the same order: the
  // search starts after the last unit found.
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

/// The records of \p Unit in \p Range, which is sorted by unit.
static RecordRange ofUnit(unsigned Kind, RecordRange Range, uint32_t Unit) {
  auto FirstFrom = [&](uint64_t Least) {
    uint64_t Low = 0, High = Range.Count;
    while (Low != High) {
      uint64_t Middle = Low + (High - Low) / 2;
      if (keyOf(Range.Begin + Middle * RecordSizes[Kind]).Unit < Least)
        Low = Middle + 1;
      else
        High = Middle;
    }
    return Low;
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
    Sum->Begins = addSaturating(Sum->Begins, InB->Rec->Begins);
    Sum->Ends = addSaturating(Sum->Ends, InB->Rec->Ends);
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
  Sum->NumLimits = addSaturating(Sum->NumLimits, B.Regions->NumLimits);
  Sum->NumUnmatched = addSaturating(Sum->NumUnmatched, B.Regions->NumUnmatched);
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
  if (A.Caches)
    Writer.append(A.Caches, sizeof(*A.Caches));
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

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

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
/// was separate then may be part of `others` now.
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

/// Writes \p Range after \p Subtract has changed it, without what is 0 then.
/// Returns how many records.
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
  Writer.append(Content, Now.Threads - Content);
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
