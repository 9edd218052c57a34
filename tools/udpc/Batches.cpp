//===- Batches.cpp - Ships the profiles of a folder -----------------------===//

#include "tools/udpc/Batches.h"
#include "profdata/ProfileFile.h"
#include "profdata/ShownText.h"
#include "profdata/WholeFile.h"
#include "tools/udpc/ExportRows.h"
#include "tools/udpc/SystemTables.h"
#include "udpc/continuous.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static Error failed(const Twine &What) {
  return createStringError(What + ": " + sys::StrError(errno));
}

std::string Batches::at(const Twine &Name) const {
  return (Settings.Folder + "/.udpc-collect/" + Name).str();
}

Batches::~Batches() {
  if (LockFD >= 0)
    close(LockFD);
}

Error Batches::open() {
  if (!sys::fs::is_directory(Settings.Folder))
    return createStringError("there is no folder '" + Settings.Folder + "'");
  for (const std::string &Folder : {at(""), at("rejected")})
    if (mkdir(Folder.c_str(), 0755) && errno != EEXIST)
      return failed(Folder);
  LockFD = ::open(at("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (LockFD < 0)
    return failed(at("lock"));
  if (flock(LockFD, LOCK_EX | LOCK_NB))
    return createStringError("another process collects " + Settings.Folder);
  return Error::success();
}

/// The names in \p Folder, sorted.
static std::vector<std::string> namesIn(const std::string &Folder) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Names.push_back(sys::path::filename(It->path()).str());
  llvm::sort(Names);
  return Names;
}

void Batches::reject(const std::string &File, const std::string &Why) {
  WithColor::warning(errs(), "udpc")
      << "collect: " << shownText(Why) << "; kept in "
      << shownText(at("rejected")) << '\n';
  std::string Kept = at("rejected/" + sys::path::filename(File));
  if (sys::fs::exists(Kept))
    Kept += "." + std::to_string(time(nullptr));
  rename(File.c_str(), Kept.c_str());
}

//===----------------------------------------------------------------------===//
// Gathering
//===----------------------------------------------------------------------===//

/// A log that was renamed: .log.1 and so on.
static bool isRotatedLog(StringRef Name) {
  unsigned Number;
  auto [Log, Suffix] = Name.rsplit('.');
  return Log.ends_with(".log") && !Suffix.getAsInteger(10, Number);
}

static bool isProfileName(StringRef Name) {
  Name.consume_back(".zst");
  return !Name.starts_with(".") &&
         (Name.ends_with(".prof") || Name.ends_with(".cache"));
}

/// Moves \p From to \p To if it is a regular file that is finished, and that no
/// process is adding to.
static bool moveFinished(const std::string &From, const std::string &To) {
  int FD = ::open(From.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (FD < 0)
    return false;
  struct stat Opened, Named;
  char Magic[8] = {};
  // Processes that share a file lock it, and look at its name when they have
  // the lock.
  bool IsReady =
      !fstat(FD, &Opened) && S_ISREG(Opened.st_mode) &&
      !flock(FD, LOCK_EX | LOCK_NB) && !lstat(From.c_str(), &Named) &&
      Named.st_ino == Opened.st_ino && Named.st_dev == Opened.st_dev &&
      (pread(FD, Magic, sizeof(Magic), 0) < ssize_t(sizeof(Magic)) ||
       std::memcmp(Magic, abi::ContinuousMagic, sizeof(Magic)));
  bool IsMoved = IsReady && !rename(From.c_str(), To.c_str());
  close(FD);
  return IsMoved;
}

Error Batches::gather() {
  std::vector<std::string> Ready;
  for (const std::string &Name : namesIn(Settings.Folder))
    if (isProfileName(Name) || (!To.takesRows() && isRotatedLog(Name)))
      Ready.push_back(Name);
  if (Ready.empty())
    return Error::success();
  // A name for each batch of this host, in the order of time.
  timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  uint64_t Time = uint64_t(Now.tv_sec) * 1000000 + Now.tv_nsec / 1000;
  LastTime = std::max(Time, LastTime + 1);
  std::string Name = std::to_string(LastTime), Open = at(Name + ".open");
  if (mkdir(Open.c_str(), 0755))
    return failed(Open);
  bool IsEmpty = true;
  for (const std::string &File : Ready)
    IsEmpty &= !moveFinished(Settings.Folder + "/" + File, Open + "/" + File);
  if (IsEmpty) {
    rmdir(Open.c_str());
    return Error::success();
  }
  return rename(Open.c_str(), at(Name).c_str()) ? failed(Open)
                                                : Error::success();
}

//===----------------------------------------------------------------------===//
// Shipping
//===----------------------------------------------------------------------===//

/// Identifies the kind and build of the profiles of \p Sum: what is only added
/// up with its like.
static std::string groupOf(const ProfileSum &Sum) {
  std::vector<std::string> Parts;
  if (const auto *Events = Sum.get<EventProfile>()) {
    for (auto [Unit, Module] : zip_equal(Events->units(), Events->modules()))
      Parts.push_back(Module + '\0' + Unit.bytes().str());
    Parts.push_back("events");
  } else if (const auto *Costs = Sum.get<CacheProfile>()) {
    for (auto [Unit, Module] : zip_equal(Costs->Units, Costs->Modules))
      Parts.push_back(Module + '\0' + Unit.bytes().str());
    Parts.emplace_back(reinterpret_cast<const char *>(&Costs->Caches),
                       sizeof(Costs->Caches));
  }
  llvm::sort(Parts);
  return utohexstr(xxh3_64bits(join(Parts, StringRef("\1", 1))));
}

static std::string compressed(StringRef Bytes) {
  SmallVector<uint8_t, 0> Out;
  compression::zstd::compress(arrayRefFromStringRef(Bytes), Out);
  return toStringRef(Out).str();
}

Error Batches::makePayload(const std::string &Name, const std::string &Path) {
  std::string Making = Path + "/making", Made = Path + "/payload";
  sys::fs::remove_directories(Making);
  if (mkdir(Making.c_str(), 0755))
    return failed(Making);

  std::map<std::string, ProfileSum> Groups;
  for (const std::string &File : namesIn(Path)) {
    std::string Whole = Path + "/" + File;
    if (isRotatedLog(File)) {
      Expected<std::unique_ptr<MemoryBuffer>> Log = readWhole(Whole);
      if (!Log)
        return Log.takeError();
      if (Error E =
              storeFile(Making + "/" + Settings.Host + "-" + Name + "-" + File,
                        (*Log)->getBuffer()))
        return E;
      continue;
    }
    if (!isProfileName(File))
      continue;
    ProfileSum One;
    if (Error E = One.addFile(Whole)) {
      reject(Whole, toString(std::move(E)));
      continue;
    }
    std::string Group = groupOf(One);
    if (Error E = Groups[Group].add(std::move(One)))
      reject(Whole, toString(std::move(E)));
  }

  std::string Rows;
  for (auto &[Group, Sum] : Groups) {
    const char *Kind = Sum.get<EventProfile>() ? ".prof" : ".cache";
    std::string File = Path + "/sum-" + Group + Kind + ".part";
    if (Error E = Sum.write(File))
      return E;
    Expected<std::unique_ptr<MemoryBuffer>> Bytes = readWhole(File);
    if (!Bytes)
      return Bytes.takeError();
    StringRef Content = (*Bytes)->getBuffer();
    if (!To.takesRows()) {
      std::string Base = Making + "/" + Settings.Host + "-" + Name + "-" +
                         StringRef(Group).lower() + Kind;
      if (Error E = storeFile(Base + ".zst", compressed(Content)))
        return E;
      continue;
    }
    size_t NumMissing = systemTables().missing().size();
    systemTables().takeBuildIds();
    ProfileSum Resolved(&systemTables());
    if (Error E = Resolved.addFile(File))
      return E;
    if (systemTables().missing().size() != NumMissing)
      // Nothing is lost: the sum waits for its tables.
      if (Error E = storeFile(at("rejected/" + Settings.Host + "-" + Name +
                                 "-" + StringRef(Group).lower() + Kind),
                              Content))
        return E;
    RowBatch Batch;
    // The interval's time, also for a batch that is shipped later.
    StringRef(Name).getAsInteger(10, Batch.Time);
    Batch.Time /= 1000000;
    Batch.Host = Settings.Host;
    Batch.Batch = batchName(Name + Group, Settings.Host);
    Expected<std::vector<ProfileRow>> Made =
        rowsOf(Resolved, RowOptions(), Batch);
    if (!Made)
      return Made.takeError();
    raw_string_ostream OS(Rows);
    printRows(OS, RowFormat::Json, Batch, *Made);
  }
  warnOfMissingTables();
  if (!Rows.empty())
    if (Error E = storeFile(Making + "/" + Settings.Host + "-" + Name + ".rows",
                            Rows))
      return E;
  return rename(Making.c_str(), Made.c_str()) ? failed(Made) : Error::success();
}

Expected<size_t> Batches::shipBatch(const std::string &Name) {
  std::string Path = at(Name), Payload = Path + "/payload";
  // What is shipped is decided once: a sink may have got a part of it.
  if (!sys::fs::is_directory(Payload))
    if (Error E = makePayload(Name, Path))
      return std::move(E);
  for (const std::string &File : namesIn(Payload)) {
    auto Content = MemoryBuffer::getFile(Payload + "/" + File);
    if (!Content)
      return createStringError(File + ": " + Content.getError().message());
    if (Error E = To.ship(File, (*Content)->getBuffer()))
      return std::move(E);
  }
  size_t NumProfiles = 0;
  for (const std::string &File : namesIn(Path))
    NumProfiles += isProfileName(File) || isRotatedLog(File);
  std::string Done = Path + ".done";
  if (rename(Path.c_str(), Done.c_str()))
    return failed(Path);
  sys::fs::remove_directories(Done);
  return NumProfiles;
}

Expected<size_t> Batches::collect() {
  for (const std::string &Name : namesIn(at(""))) {
    if (StringRef(Name).ends_with(".done"))
      sys::fs::remove_directories(at(Name));
    // The program was killed while it moved profiles: those are the batch.
    if (StringRef(Name).ends_with(".open") && rmdir(at(Name).c_str()))
      if (rename(at(Name).c_str(),
                 at(StringRef(Name).drop_back(strlen(".open"))).c_str()))
        return failed(at(Name));
  }
  if (Error E = gather())
    return std::move(E);
  size_t Shipped = 0;
  for (const std::string &Name : namesIn(at(""))) {
    uint64_t Number;
    if (StringRef(Name).getAsInteger(10, Number))
      continue;
    LastTime = std::max(LastTime, Number);
    Expected<size_t> N = shipBatch(Name);
    if (!N)
      return N.takeError();
    Shipped += *N;
  }
  return Shipped;
}
