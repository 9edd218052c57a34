//===- EventProfile.cpp - Reads, adds and writes event profiles -----------===//

#include "profdata/EventProfile.h"
#include "profdata/ContinuousFile.h"
#include "profdata/PackedProfile.h"
#include "profdata/ProfileFile.h"
#include "profdata/WholeFile.h"
#include "udpc/costs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

uint32_t EventProfile::unitNumber(SiteTable Unit, StringRef Module) {
  auto [It, New] = UnitNumbers.try_emplace({Module.str(), Unit.bytes().str()},
                                           Units.size());
  if (New) {
    Units.push_back(std::move(Unit));
    Modules.push_back(Module.str());
  }
  return It->second;
}

void EventProfile::addCount(ThreadCounts &To, uint32_t Unit, uint32_t Slot,
                            uint64_t Count) {
  uint64_t &Sum = To[{Unit, Slot}];
  Sum = Units[Unit].addSlots(Slot, Sum, Count);
}

/// The table \p Bytes or, if they are a reference, the one that \p Tables has;
/// one without sites and slots if it has none.
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

Error EventProfile::add(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier(), Data = Buffer.getBuffer();
  if (hasMagic(Data, abi::CacheProfileMagic))
    return invalidProfile(Name, "a cache profile: 'udpc annotate' shows it");
  Expected<abi::ProfileHeader> Checked = checkProfile(
      Data, Name, "udpc profile", abi::ProfileMagic, abi::ProfileVersion);
  if (!Checked)
    return Checked.takeError();
  const abi::ProfileHeader &H = *Checked;
  RecordCursor C(Data.drop_front(sizeof(H)));

  Error Malformed = Error::success();
  auto malformed = [&](const Twine &What) {
    return joinErrors(std::move(Malformed),
                      invalidProfile(Name, "malformed profile: " + What));
  };
  StringRef CommandBytes;
  if (!C.take(paddedSize(H.CommandSize), CommandBytes))
    return malformed("the command line is cut off");

  // Validate everything before adding anything.
  std::vector<SiteTable> NewUnits;
  std::vector<StringRef> NewModules;
  for (uint32_t I = 0; I != H.NumUnits; ++I) {
    StringRef Module;
    if (!takeModule(C, H.Version, Module))
      return malformed("unit " + Twine(I) + " is cut off");
    abi::TableHeader T;
    RecordCursor Ahead = C;
    StringRef Bytes;
    if (!Ahead.read(T) || !C.take(T.TotalSize, Bytes))
      return malformed("site table " + Twine(I) + " is cut off");
    Expected<SiteTable> Table = decodeTable(Bytes, Module, Tables);
    if (!Table)
      return malformed("site table " + Twine(I) + ": " +
                       toString(Table.takeError()));
    NewUnits.push_back(std::move(*Table));
    NewModules.push_back(Module);
  }
  struct Thread {
    uint64_t Index;
    StringRef Counts;
  };
  std::vector<Thread> NewThreads;
  for (uint32_t I = 0; I != H.NumThreads; ++I) {
    abi::ThreadRec T;
    StringRef Counts;
    if (!C.read(T) || T.NumCounts > Data.size() ||
        !C.take(T.NumCounts * sizeof(abi::CountRec), Counts))
      return malformed("thread " + Twine(I) + " is cut off");
    NewThreads.push_back({T.Index, Counts});
    RecordCursor Records(Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      if (Count.Unit >= NewUnits.size() ||
          Count.Slot >= NewUnits[Count.Unit].numSlots())
        return malformed("a count names a slot that does not exist");
  }
  if (!C.rest().empty())
    return malformed("bytes after the last thread");
  consumeError(std::move(Malformed));

  std::vector<std::optional<uint32_t>> Number;
  for (auto [Unit, Module] : zip_equal(NewUnits, NewModules)) {
    Number.emplace_back();
    if (!Tables || !Unit.isReference())
      Number.back() = unitNumber(std::move(Unit), Module);
  }
  for (const Thread &T : NewThreads) {
    ThreadCounts &Counts = Threads[T.Index];
    RecordCursor Records(T.Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      if (std::optional<uint32_t> Unit = Number[Count.Unit])
        addCount(Counts, *Unit, Count.Slot, Count.Count);
  }
  StringRef NewCommand = CommandBytes.take_front(H.CommandSize);
  if (!Runs) {
    Pid = H.Pid;
    Command = NewCommand.str();
  } else {
    Pid = 0;
    if (Command != NewCommand)
      Command.clear();
  }
  Runs = SaturatingAdd(Runs, H.NumRuns);
  return Error::success();
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
      auto N = static_cast<int64_t>(Count.second);
      return N == INT64_MAX || N == INT64_MIN;
    });
  });
}

Error EventProfile::addFile(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return invalidProfile(File, Buffer.getError().message());
  std::string Note;
  if (Error E = decompressProfile(*Buffer, File))
    return E;
  if (Error E = convertContinuous(*Buffer, File, ProfilePart::Events, Note))
    return E;
  if (!Note.empty())
    Notes.push_back((File + ": " + Note).str());
  return add((*Buffer)->getMemBufferRef());
}

Error EventProfile::write(StringRef File) const {
  std::string Out(sizeof(abi::ProfileHeader), '\0');
  Out += Command;
  Out.resize(sizeof(abi::ProfileHeader) + paddedSize(Command.size()));
  for (auto [Unit, Module] : zip_equal(Units, Modules)) {
    appendModule(Out, Module);
    Out += Unit.bytes();
  }
  for (const auto &[Index, Counts] : Threads) {
    appendRecord(Out, abi::ThreadRec{Index, 0, Counts.size()});
    for (const auto &[Where, Count] : Counts)
      appendRecord(Out, abi::CountRec{Where.first, Where.second, Count});
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
  return writeWhole(File, [&](raw_ostream &OS) {
    OS << Out;
    return Error::success();
  });
}
