//===- ContinuousFile.cpp - Reads files of counts that change -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/file/ContinuousFile.h"
#include "profdata/file/ProfileFile.h"
#include "udpc/cache_profile.h"
#include "udpc/calls.h"
#include "udpc/continuous.h"
#include "udpc/regions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include <map>
#include <set>
#include <vector>

using namespace llvm;
using namespace udpc;

namespace {

struct FileUnit {
  abi::ContinuousUnit Rec;
  StringRef Module, Table;
};

using SlotCounts = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

struct FileThread {
  uint64_t Tid = 0;
  SlotCounts Counts;
};

/// Follows the references of a file. Each function returns false after a
/// reference to something that does not exist, and sets Wrong to the mistake.
class FileReader {
public:
  explicit FileReader(StringRef Bytes)
      : Bytes(Bytes), SlotsLeft(Bytes.size() / sizeof(uint64_t)) {}

  bool read();

  abi::ContinuousHeader Header = {};
  StringRef Command;
  std::vector<FileUnit> Units;
  /// Ordered by index; abi::OtherThreads comes last.
  std::map<uint64_t, FileThread> Threads;
  std::string Wrong;

private:
  bool fail(const Twine &What) {
    Wrong = What.str();
    return false;
  }
  bool at(uint64_t Offset, uint64_t Size, StringRef &Part) const;
  template <typename T> bool readRecord(uint64_t Offset, T &Record) const;
  bool readUnit(uint64_t Offset, uint64_t &TablesLeft);
  bool readBase();
  bool readThread(const abi::ThreadEntry &Entry);
  bool readSlots(const abi::ThreadEntry &Entry, FileThread &To);
  bool readList(StringRef Records, FileThread &To);

  StringRef Bytes;
  /// The number of slots not yet read: no slot belongs to two units or threads.
  uint64_t SlotsLeft;
  uint64_t Resets = 0;
  /// Counts to subtract, by thread.
  std::map<uint64_t, StringRef> Base;
};

} // namespace

bool FileReader::at(uint64_t Offset, uint64_t Size, StringRef &Part) const {
  if (Offset > Bytes.size() || Size > Bytes.size() - Offset)
    return false;
  Part = Bytes.substr(Offset, Size);
  return true;
}

template <typename T>
bool FileReader::readRecord(uint64_t Offset, T &Record) const {
  StringRef Part;
  return at(Offset, sizeof(T), Part) && RecordCursor(Part).read(Record);
}

bool FileReader::readUnit(uint64_t Offset, uint64_t &TablesLeft) {
  FileUnit U;
  StringRef Path;
  if (!readRecord(Offset, U.Rec) ||
      !at(Offset + sizeof(U.Rec), paddedSize(U.Rec.ModuleSize), Path) ||
      !at(Offset + sizeof(U.Rec) + Path.size(), U.Rec.TableSize, U.Table))
    return fail("a unit is cut off");
  if (U.Table.size() + Path.size() > TablesLeft)
    return fail("units overlap");
  TablesLeft -= U.Table.size() + Path.size();
  if (crc32(crc32(arrayRefFromStringRef(Path)),
            arrayRefFromStringRef(U.Table)) != U.Rec.Checksum)
    return fail("checksum mismatch of a unit: the file was altered");
  U.Module = Path.take_front(U.Rec.ModuleSize);
  Units.push_back(U);
  return true;
}

bool FileReader::readBase() {
  if (!Header.Base)
    return true;
  abi::ContinuousBase B;
  if (!readRecord(Header.Base, B))
    return fail("what is to be subtracted is cut off");
  Resets = B.Resets;
  RecordCursor C(Bytes.drop_front(Header.Base + sizeof(B)));
  for (uint64_t I = 0; I != B.NumThreads; ++I) {
    abi::ThreadRec T;
    StringRef Counts;
    if (!C.read(T) || T.NumCounts > Bytes.size() ||
        !C.take(T.NumCounts * sizeof(abi::CountRec), Counts))
      return fail("what is to be subtracted is cut off");
    Base[T.Index] = Counts;
  }
  return true;
}

bool FileReader::readList(StringRef Records, FileThread &To) {
  if (Records.size() / sizeof(uint64_t) > SlotsLeft)
    return fail("threads share counts");
  SlotsLeft -= Records.size() / sizeof(uint64_t);
  RecordCursor C(Records);
  abi::CountRec R;
  while (C.read(R)) {
    // The unit could not be written, as a flag of the header tells.
    if (R.Unit >= Units.size())
      continue;
    if (R.Slot >= Units[R.Unit].Rec.NumSlots)
      return fail("a count names a slot that does not exist");
    To.Counts[{R.Unit, R.Slot}] += R.Count;
  }
  return true;
}

bool FileReader::readSlots(const abi::ThreadEntry &Entry, FileThread &To) {
  abi::ThreadAreas Areas;
  if (!readRecord(Entry.Counts & ~uint64_t(7), Areas))
    return fail("the slots of a thread are cut off");
  for (auto [I, U] : enumerate(Units)) {
    if (U.Rec.Area >= abi::ThreadAreas::Count ||
        !Areas.Slots[U.Rec.Area].Offset)
      continue;
    StringRef Area;
    if (!at(Areas.Slots[U.Rec.Area].Offset, Areas.Slots[U.Rec.Area].Size, Area))
      return fail("the slots of a thread are cut off");
    uint64_t Size = uint64_t(U.Rec.NumSlots) * sizeof(uint64_t);
    if (U.Rec.Offset > Area.size() || Size > Area.size() - U.Rec.Offset)
      return fail("a unit has slots beyond those of a thread");
    if (U.Rec.NumSlots > SlotsLeft)
      return fail("threads share slots");
    SlotsLeft -= U.Rec.NumSlots;
    RecordCursor C(Area.substr(U.Rec.Offset, Size));
    uint64_t Count;
    for (uint32_t S = 0; C.read(Count); ++S)
      if (Count)
        To.Counts[{I, S}] += Count;
  }
  auto Subtracted = Base.find(Entry.Index);
  if (Subtracted == Base.end())
    return true;
  RecordCursor C(Subtracted->second);
  abi::CountRec R;
  while (C.read(R))
    if (R.Unit < Units.size() && R.Slot < Units[R.Unit].Rec.NumSlots)
      To.Counts[{R.Unit, R.Slot}] -= R.Count;
  Base.erase(Subtracted);
  return true;
}

bool FileReader::readThread(const abi::ThreadEntry &Entry) {
  FileThread &To = Threads[Entry.Index];
  To.Tid = Entry.Tid;
  uint64_t Offset = Entry.Counts & ~uint64_t(7);
  switch (Entry.Counts & 7) {
  case abi::InSlots:
    return readSlots(Entry, To);
  case abi::InList: {
    abi::CountList L;
    StringRef Records;
    if (!readRecord(Offset, L) || L.NumCounts > Bytes.size() ||
        !at(Offset + sizeof(L), L.NumCounts * sizeof(abi::CountRec), Records))
      return fail("the counts of a thread are cut off");
    return L.Resets < Resets || readList(Records, To);
  }
  default:
    return fail("a thread's counts are of an unknown kind");
  }
}

bool FileReader::read() {
  if (!readRecord(0, Header))
    return fail("truncated: the header is not complete");
  if (!at(Header.Command, Header.CommandSize, Command))
    return fail("the command line is cut off");

  std::set<uint64_t> Seen;
  uint64_t TablesLeft = Bytes.size();
  for (uint64_t At = Header.Units; At; At = Units.back().Rec.Next)
    if (!Seen.insert(At).second)
      return fail("the list of units is a circle");
    else if (!readUnit(At, TablesLeft))
      return false;
  if (!readBase())
    return false;

  std::vector<abi::ThreadEntry> Entries;
  abi::ThreadDirectory Directory;
  for (uint64_t At = Header.Threads; At; At = Directory.Next) {
    if (!Seen.insert(At).second)
      return fail("the list of threads is a circle");
    if (!readRecord(At, Directory))
      return fail("the list of threads is cut off");
    for (const abi::ThreadEntry &Entry : Directory.Entries)
      if (Entry.Counts != abi::NoCounts)
        Entries.push_back(Entry);
  }
  // The thread whose counts are already part of those beyond max_threads.
  std::optional<uint64_t> Included;
  for (const abi::ThreadEntry &Entry : Entries) {
    abi::CountList L;
    if (Entry.Index == abi::OtherThreads &&
        readRecord(Entry.Counts & ~uint64_t(7), L))
      Included = L.Includes;
  }
  for (const abi::ThreadEntry &Entry : Entries)
    if ((Entry.Index == abi::OtherThreads || Entry.Index != Included) &&
        !readThread(Entry))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The profile
//===----------------------------------------------------------------------===//

/// Returns whether the file has sites, and whether it has costs.
static std::pair<bool, bool> partsOf(const FileReader &File) {
  bool HasSites = false, HasCosts = false;
  for (const FileUnit &U : File.Units) {
    abi::TableHeader T;
    HasCosts |= U.Rec.IsCosts != 0;
    HasSites |= !U.Rec.IsCosts && RecordCursor(U.Table).read(T) && T.NumSites;
  }
  return {HasSites, HasCosts};
}

static std::string makeProfile(const FileReader &File, bool IsCosts) {
  abi::ProfileHeader H = {};
  std::string Out(sizeof(H), '\0');
  if (IsCosts) {
    std::memcpy(H.Magic, abi::CacheProfileMagic, sizeof(H.Magic));
    H.Version = abi::CacheProfileVersion;
    appendRecord(Out, abi::CacheRec{});
  } else {
    std::memcpy(H.Magic, abi::ProfileMagic, sizeof(H.Magic));
    H.Version = abi::ProfileVersion;
  }
  H.Pid = File.Header.Pid;
  H.NumRuns = 1;
  H.CommandSize = File.Command.size();
  Out += File.Command;
  Out.resize(Out.size() + paddedSize(H.CommandSize) - H.CommandSize);

  std::vector<uint32_t> Numbers;
  for (const FileUnit &U : File.Units) {
    Numbers.push_back(H.NumUnits);
    if (bool(U.Rec.IsCosts) != IsCosts)
      continue;
    ++H.NumUnits;
    appendModule(Out, U.Module);
    Out += U.Table;
  }
  for (const auto &[Index, T] : File.Threads) {
    std::vector<abi::CountRec> Counts;
    for (const auto &[Place, Count] : T.Counts)
      if (Count && bool(File.Units[Place.first].Rec.IsCosts) == IsCosts)
        Counts.push_back({Numbers[Place.first], Place.second, Count});
    // As in the runtime's profiles, the main thread is listed even without
    // counts.
    if (Counts.empty() && Index)
      continue;
    ++H.NumThreads;
    if (IsCosts)
      appendRecord(Out, abi::CostThreadRec{Index, T.Tid, Counts.size(), 0, 0});
    else
      appendRecord(Out, abi::ThreadRec{Index, T.Tid, Counts.size()});
    for (const abi::CountRec &R : Counts)
      appendRecord(Out, R);
  }
  // The file has no calls and no regions.
  if (IsCosts) {
    appendRecord(Out, abi::CallsRec{});
    appendRecord(Out, abi::RegionsRec{});
  }
  sealProfile(Out, H);
  return Out;
}

Expected<std::string> udpc::profileOfContinuous(StringRef Bytes, StringRef Name,
                                                ProfilePart Wanted,
                                                std::string &Note) {
  abi::ContinuousHeader H;
  if (!RecordCursor(Bytes).read(H))
    return invalidProfile(Name, "truncated: the header is not complete");
  if (H.Version != abi::ContinuousVersion)
    return invalidProfile(
        Name, "continuous file of version " + Twine(H.Version) +
                  "; this udpc reads version " + Twine(abi::ContinuousVersion));
  FileReader File(Bytes);
  if (!File.read())
    return invalidProfile(Name, "malformed continuous file: " + File.Wrong);
  if (H.Flags & abi::CountsAreMissing)
    Note += "some counts are missing: the file could not grow";
  if (H.Flags & abi::SlotsHaveNoPages)
    Note += std::string(Note.empty() ? "" : "; ") +
            "counts of the executable's own code are missing: it was linked "
            "without -fudpc-continuous";
  auto [HasSites, HasCosts] = partsOf(File);
  bool IsCosts = HasCosts && (Wanted == ProfilePart::Costs || !HasSites);
  return makeProfile(File, IsCosts);
}

Error udpc::convertContinuous(std::unique_ptr<MemoryBuffer> &Buffer,
                              StringRef File, ProfilePart Wanted,
                              std::string &Note) {
  auto IsContinuous = [&] {
    return hasMagic(Buffer->getBuffer(), abi::ContinuousMagic);
  };
  if (!IsContinuous())
    return Error::success();
  auto SequenceOf = [](StringRef Bytes) {
    abi::ContinuousHeader H = {};
    RecordCursor(Bytes).read(H);
    return H.Sequence;
  };
  constexpr unsigned MaxAttempts = 100;
  bool IsRegular = sys::fs::is_regular_file(File);
  for (unsigned I = 0; IsRegular && I != MaxAttempts; ++I) {
    auto Read = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
    if (!Read)
      return invalidProfile(File, Read.getError().message());
    Buffer = std::move(*Read);
    // If the program has ended meanwhile, a profile has replaced the file.
    if (!IsContinuous())
      return Error::success();
    auto Again = MemoryBuffer::getFileSlice(File, sizeof(abi::ContinuousHeader),
                                            0, /*IsVolatile=*/true);
    if (Again &&
        SequenceOf((*Again)->getBuffer()) == SequenceOf(Buffer->getBuffer()))
      break;
  }
  Expected<std::string> Profile =
      profileOfContinuous(Buffer->getBuffer(), File, Wanted, Note);
  if (!Profile)
    return Profile.takeError();
  Buffer = MemoryBuffer::getMemBufferCopy(*Profile, File);
  return Error::success();
}
