//===- EventProfile.cpp - The file that a run leaves ----------------------===//

#include "profdata/EventProfile.h"
#include "profdata/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

static Error invalid(StringRef Name, const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(), Name + ": " + Reason);
}

namespace {

/// Takes records off the front of a buffer; every read checks the bounds.
class Cursor {
public:
  explicit Cursor(StringRef Data) : Rest(Data) {}

  template <typename T> bool read(T &Record) {
    if (Rest.size() < sizeof(T))
      return false;
    std::memcpy(&Record, Rest.data(), sizeof(T));
    Rest = Rest.drop_front(sizeof(T));
    return true;
  }
  bool take(uint64_t Size, StringRef &Bytes) {
    if (Rest.size() < Size)
      return false;
    Bytes = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return true;
  }
  StringRef rest() const { return Rest; }

private:
  StringRef Rest;
};

} // namespace

static uint64_t padded(uint64_t Size) { return (Size + 7) & ~uint64_t(7); }

Error EventProfile::add(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier(), Data = Buffer.getBuffer();
  Cursor C(Data);
  abi::ProfileHeader H;
  if (Data.size() < sizeof(abi::ProfileMagic) ||
      std::memcmp(Data.data(), abi::ProfileMagic, sizeof(abi::ProfileMagic)))
    return invalid(Name, "not a udpc profile");
  if (!C.read(H))
    return invalid(Name, "truncated: the header is not complete");
  if (H.Version != abi::ProfileVersion)
    return invalid(Name, "profile version " + Twine(H.Version) +
                             "; this udpc reads version " +
                             Twine(abi::ProfileVersion));
  if (H.Size > Data.size())
    return invalid(Name, "truncated: " + Twine(Data.size()) + " of " +
                             Twine(H.Size) + " bytes");
  if (H.Size < Data.size())
    return invalid(Name, Twine(Data.size() - H.Size) +
                             " bytes after the end of the profile");
  if (crc32(arrayRefFromStringRef(C.rest())) != H.Checksum)
    return invalid(Name, "checksum mismatch: the file was altered");

  Error Malformed = Error::success();
  auto malformed = [&](const Twine &What) {
    return joinErrors(std::move(Malformed),
                      invalid(Name, "malformed profile: " + What));
  };
  StringRef CommandBytes;
  if (!C.take(padded(H.CommandSize), CommandBytes))
    return malformed("the command line is cut off");

  // First everything is checked, then everything is added.
  std::vector<SiteTable> NewUnits;
  for (uint32_t I = 0; I != H.NumUnits; ++I) {
    abi::TableHeader T;
    Cursor Ahead = C;
    StringRef Bytes;
    if (!Ahead.read(T) || !C.take(T.TotalSize, Bytes))
      return malformed("site table " + Twine(I) + " is cut off");
    Expected<SiteTable> Table = SiteTable::decode(Bytes);
    if (!Table)
      return malformed("site table " + Twine(I) + ": " +
                       toString(Table.takeError()));
    NewUnits.push_back(std::move(*Table));
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
    Cursor Records(Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      if (Count.Unit >= NewUnits.size() ||
          Count.Slot >= NewUnits[Count.Unit].numSlots())
        return malformed("a count names a slot that does not exist");
  }
  if (!C.rest().empty())
    return malformed("bytes after the last thread");
  consumeError(std::move(Malformed));

  std::vector<uint32_t> Number;
  for (SiteTable &U : NewUnits) {
    auto [It, New] = UnitNumbers.try_emplace(U.bytes().str(), Units.size());
    Number.push_back(It->second);
    if (New)
      Units.push_back(std::move(U));
  }
  for (const Thread &T : NewThreads) {
    ThreadCounts &Counts = Threads[T.Index];
    Cursor Records(T.Counts);
    abi::CountRec Count;
    while (Records.read(Count))
      Counts[{Number[Count.Unit], Count.Slot}] += Count.Count;
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
  Runs += H.NumRuns;
  return Error::success();
}

Error EventProfile::addFile(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return invalid(File, Buffer.getError().message());
  return add((*Buffer)->getMemBufferRef());
}

template <typename T> static void append(std::string &Out, const T &Record) {
  Out.append(reinterpret_cast<const char *>(&Record), sizeof(T));
}

Error EventProfile::write(StringRef File) const {
  std::string Out(sizeof(abi::ProfileHeader), '\0');
  Out += Command;
  Out.resize(sizeof(abi::ProfileHeader) + padded(Command.size()));
  for (const SiteTable &U : Units)
    Out += U.bytes();
  for (const auto &[Index, Counts] : Threads) {
    append(Out, abi::ThreadRec{Index, 0, Counts.size()});
    for (const auto &[Where, Count] : Counts)
      append(Out, abi::CountRec{Where.first, Where.second, Count});
  }
  abi::ProfileHeader H = {};
  std::memcpy(H.Magic, abi::ProfileMagic, sizeof(H.Magic));
  H.Version = abi::ProfileVersion;
  H.Size = Out.size();
  H.Pid = Pid;
  H.NumUnits = Units.size();
  H.NumThreads = Threads.size();
  H.CommandSize = Command.size();
  H.NumRuns = Runs;
  H.Checksum =
      crc32(arrayRefFromStringRef(StringRef(Out).drop_front(sizeof(H))));
  std::memcpy(Out.data(), &H, sizeof(H));
  return writeWhole(File, [&](raw_ostream &OS) {
    OS << Out;
    return Error::success();
  });
}
