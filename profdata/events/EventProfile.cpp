//===- EventProfile.cpp - Reads, adds and writes event profiles -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventProfile.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/WholeFile.h"
#include "profdata/tables/UnitOrder.h"
#include "udpc/cache_profile.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

uint32_t EventProfile::unitNumber(SiteTable Unit, StringRef Module) {
  uint64_t Hash = xxh3_64bits(Unit.bytes());
  auto [Begin, End] = UnitNumbers.equal_range(Hash);
  for (auto It = Begin; It != End; ++It)
    if (Modules[It->second] == Module &&
        Units[It->second].bytes() == Unit.bytes())
      return It->second;
  UnitNumbers.insert({Hash, static_cast<uint32_t>(Units.size())});
  Units.push_back(std::move(Unit));
  Modules.push_back(Module.str());
  return Units.size() - 1;
}

/// Adds counts, which are mostly sorted.
class EventProfile::CountAdder {
public:
  CountAdder(const EventProfile &Profile, ThreadCounts &To)
      : Profile(Profile), To(To), At(To.begin()) {}
  void operator()(uint32_t Unit, uint32_t Slot, uint64_t Count) {
    const std::pair<uint32_t, uint32_t> Key(Unit, Slot);
    // Since records are sorted, a step or two usually lead to the next one.
    for (unsigned Steps = 0; At != To.end() && At->first < Key; ++At)
      if (++Steps == 8) {
        At = To.lower_bound(Key);
        break;
      }
    if (At != To.begin() && !(std::prev(At)->first < Key))
      At = To.lower_bound(Key);
    if (At == To.end() || Key < At->first)
      At = To.emplace_hint(At, Key, 0);
    At->second = Profile.Units[Unit].addSlots(Slot, At->second, Count);
  }

private:
  const EventProfile &Profile;
  ThreadCounts &To;
  ThreadCounts::iterator At;
};

void EventProfile::addCount(ThreadCounts &To, uint32_t Unit, uint32_t Slot,
                            uint64_t Count) {
  uint64_t &Sum = To[{Unit, Slot}];
  Sum = Units[Unit].addSlots(Slot, Sum, Count);
}

/// Decodes the table \p Bytes. For a reference, decodes the table that \p
/// Tables has for it, or returns a table without sites and slots.
static Expected<SiteTable> decodeTable(StringRef Bytes, StringRef Module,
                                       TableSource *Tables) {
  if (!TableReference::isReference(Bytes))
    return SiteTable::decode(Bytes);
  Expected<SiteTable> Unknown = SiteTable::ofReference(Bytes);
  if (!Unknown || !Tables)
    return Unknown;
  StringRef Found = Tables->find(
      cantFail(TableReference::parse(Bytes, sizeof(abi::TableHeader))), Module);
  return Found.empty() ? std::move(Unknown) : SiteTable::decode(Found);
}

/// The decoded units of a profile.
struct EventProfile::NewUnits {
  StringRef Bytes; ///< The bytes of all units.
  std::vector<SiteTable> Tables;
  std::vector<StringRef> Modules;
};

/// Reads and checks the units of a profile with the header \p H.
Expected<EventProfile::NewUnits>
EventProfile::takeUnits(RecordCursor &C, const abi::ProfileHeader &H) const {
  NewUnits New;
  New.Bytes = C.rest();
  for (uint32_t I = 0; I != H.NumUnits; ++I) {
    StringRef Module, Bytes;
    abi::TableHeader T;
    if (!takeModule(C, H.Version, Module))
      return createStringError("unit " + Twine(I) + " is cut off");
    RecordCursor Ahead = C;
    if (!Ahead.read(T) || !C.take(T.TotalSize, Bytes))
      return createStringError("site table " + Twine(I) + " is cut off");
    Expected<SiteTable> Table = decodeTable(Bytes, Module, Tables);
    if (!Table)
      return createStringError("site table " + Twine(I) + ": " +
                               toString(Table.takeError()));
    New.Tables.push_back(std::move(*Table));
    New.Modules.push_back(Module);
  }
  New.Bytes = New.Bytes.drop_back(C.rest().size());
  return New;
}

UnitList EventProfile::addUnits(NewUnits New) {
  UnitList List;
  List.Size = New.Bytes.size();
  List.Checksum = checksumOf(New.Bytes);
  for (auto [Unit, Module] : zip_equal(New.Tables, New.Modules)) {
    List.Numbers.emplace_back();
    if (!Tables || !Unit.isReference())
      List.Numbers.back() = unitNumber(std::move(Unit), Module);
  }
  // With Tables, the sum has tables in place of references, so it does not have
  // these bytes.
  if (Tables)
    List.Bytes = New.Bytes.str();
  return List;
}

namespace {

struct NewThread {
  uint64_t Index;
  StringRef Counts;
};

} // namespace

/// Reads and checks the threads of a profile whose units have \p NumSlots.
static Expected<std::vector<NewThread>>
takeThreads(RecordCursor &C, uint32_t NumThreads, ArrayRef<uint32_t> NumSlots) {
  std::vector<NewThread> Threads;
  for (uint32_t I = 0; I != NumThreads; ++I) {
    abi::ThreadRec T;
    StringRef Counts;
    if (!C.read(T) || T.NumCounts > C.rest().size() ||
        !C.take(T.NumCounts * sizeof(abi::CountRec), Counts))
      return createStringError("thread " + Twine(I) + " is cut off");
    Threads.push_back({T.Index, Counts});
    RecordCursor Records(Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      if (Count.Unit >= NumSlots.size() || Count.Slot >= NumSlots[Count.Unit])
        return createStringError("a count names a slot that does not exist");
  }
  if (!C.rest().empty())
    return createStringError("bytes after the last thread");
  return Threads;
}

Error EventProfile::add(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier(), Data = Buffer.getBuffer();
  if (hasMagic(Data, abi::CacheProfileMagic))
    return invalidProfile(Name, "a cache profile: 'udpc annotate' shows it");
  KnownBytes KnownUnits;
  const UnitList *Known = Lists.find(Data, Units, Modules, KnownUnits);
  Expected<abi::ProfileHeader> H =
      checkProfile(Data, Name, "udpc profile", abi::ProfileMagic,
                   abi::ProfileVersion, KnownUnits);
  if (!H)
    return H.takeError();
  auto Malformed = [&](const Twine &What) {
    return invalidProfile(Name, "malformed profile: " + What);
  };
  // Validate everything before adding anything.
  RecordCursor C(Data.drop_front(sizeof(*H)));
  StringRef Command, Taken;
  if (!C.take(paddedSize(H->CommandSize), Command))
    return Malformed("the command line is cut off");
  NewUnits New;
  std::vector<uint32_t> NumSlots;
  if (Known) {
    C.take(Known->Size, Taken);
    for (std::optional<uint32_t> Unit : Known->Numbers)
      // Slots of unknown tables are not checked.
      NumSlots.push_back(Unit ? Units[*Unit].numSlots() : UINT32_MAX);
  } else {
    if (Error E = takeUnits(C, *H).moveInto(New))
      return Malformed(toString(std::move(E)));
    for (const SiteTable &Table : New.Tables)
      NumSlots.push_back(Table.numSlots());
  }
  Expected<std::vector<NewThread>> NewThreads =
      takeThreads(C, H->NumThreads, NumSlots);
  if (!NewThreads)
    return Malformed(toString(NewThreads.takeError()));

  if (!Known)
    Known = &Lists.add(addUnits(std::move(New)));
  for (const NewThread &T : *NewThreads) {
    CountAdder Add(*this, Threads[T.Index]);
    RecordCursor Records(T.Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      if (std::optional<uint32_t> Unit = Known->Numbers[Count.Unit])
        Add(*Unit, Count.Slot, Count.Count);
  }
  addRuns(H->Pid, H->NumRuns, Command.take_front(H->CommandSize));
  return Error::success();
}

void EventProfile::addRuns(uint64_t OfPid, uint32_t NumRuns,
                           StringRef OfCommand) {
  if (!Runs) {
    Pid = OfPid;
    Command = OfCommand.str();
  } else {
    Pid = 0;
    if (Command != OfCommand)
      Command.clear();
  }
  Runs = SaturatingAdd(Runs, NumRuns);
}

void EventProfile::add(const EventProfile &Other) {
  std::vector<uint32_t> Numbers;
  for (auto [Unit, Module] : zip_equal(Other.Units, Other.Modules))
    Numbers.push_back(unitNumber(Unit, Module));
  for (const auto &[Index, Counts] : Other.Threads) {
    CountAdder Add(*this, Threads[Index]);
    for (const auto &[Where, Count] : Counts)
      Add(Numbers[Where.first], Where.second, Count);
  }
  if (Other.Runs)
    addRuns(Other.Pid, Other.Runs, Other.Command);
}

EventProfile EventProfile::select(ArrayRef<UnitPart> Parts) const {
  EventProfile Selected;
  Selected.Pid = Pid;
  Selected.Runs = Runs;
  Selected.Command = Command;
  for (const UnitPart &Part : Parts) {
    uint32_t Number = Selected.unitNumber(Part.Table, Modules[Part.Unit]);
    for (const auto &[Index, Counts] : Threads)
      for (auto It = Counts.lower_bound({Part.Unit, 0});
           It != Counts.end() && It->first.first == Part.Unit; ++It)
        if (std::optional<uint32_t> Slot = Part.Slots[It->first.second])
          Selected.addCount(Selected.Threads[Index], Number, *Slot, It->second);
  }
  return Selected;
}

bool EventProfile::overflowed() const {
  return any_of(Threads, [](const auto &Thread) {
    return any_of(Thread.second, [](const auto &Count) {
      return values::isAtLimit(static_cast<int64_t>(Count.second));
    });
  });
}

std::string EventProfile::bytes() const {
  std::string Out;
  size_t Size = sizeof(abi::ProfileHeader) + paddedSize(Command.size());
  for (auto [Unit, Module] : zip_equal(Units, Modules))
    Size +=
        sizeof(abi::UnitRec) + paddedSize(Module.size()) + Unit.bytes().size();
  for (const auto &[Index, Counts] : Threads)
    Size += sizeof(abi::ThreadRec) + Counts.size() * sizeof(abi::CountRec);
  Out.reserve(Size);
  Out.resize(sizeof(abi::ProfileHeader));
  Out += Command;
  Out.resize(sizeof(abi::ProfileHeader) + paddedSize(Command.size()));
  std::vector<uint32_t> Order = unitOrder(Units, Modules);
  std::vector<uint32_t> Numbers(Units.size());
  for (auto [New, Old] : enumerate(Order)) {
    Numbers[Old] = New;
    appendModule(Out, Modules[Old]);
    Out += Units[Old].bytes();
  }
  for (const auto &[Index, Counts] : Threads) {
    appendRecord(Out, abi::ThreadRec{Index, 0, Counts.size()});
    std::vector<abi::CountRec> Records;
    Records.reserve(Counts.size());
    for (const auto &[Where, Count] : Counts)
      Records.push_back({Numbers[Where.first], Where.second, Count});
    llvm::sort(Records, [](const abi::CountRec &L, const abi::CountRec &R) {
      return std::tie(L.Unit, L.Slot) < std::tie(R.Unit, R.Slot);
    });
    for (const abi::CountRec &R : Records)
      appendRecord(Out, R);
  }
  abi::ProfileHeader H = {};
  std::memcpy(H.Magic, abi::ProfileMagic, sizeof(H.Magic));
  H.Version = abi::ProfileVersion;
  H.Pid = Pid;
  H.NumUnits = Units.size();
  H.NumThreads = Threads.size();
  H.CommandSize = Command.size();
  H.NumRuns = Runs;
  sealProfile(Out, H);
  return Out;
}

Error EventProfile::write(StringRef File) const {
  return writeWhole(File, bytes());
}
