//===- Batches.cpp - Ships the profiles of a folder -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/fleet/collect/Batches.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/fleet/rows/ExportRows.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "udpc/continuous.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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

/// Maximum size of files to ship, since they are read into memory.
static constexpr uint64_t MaxFileSize = uint64_t(1) << 30;

/// Names of the folder of batches and of the locked file in it.
static constexpr StringLiteral FolderName = ".udpc-collect", LockName = "lock";

Batches::~Batches() {
  if (LockFD >= 0)
    close(LockFD);
}

Error Batches::open() {
  if (!sys::fs::is_directory(Settings.Folder))
    return createStringError("there is no folder '" + Settings.Folder + "'");
  if (Error E = OpenFolder::open(Settings.Folder).moveInto(Profiles))
    return E;
  if (Error E = Profiles.makeOwn(FolderName).moveInto(All))
    return E;
  // The owner of the folder of profiles can rename another folder of this user
  // to this name.
  if (!All.has(LockName) && !All.names().empty())
    return createStringError(All.path() +
                             ": is there already, and was not made by udpc "
                             "collect: remove it");
  LockFD = openat(All.descriptor(), LockName.data(),
                  O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (LockFD < 0)
    return failed(All.path() + "/" + LockName);
  if (flock(LockFD, LOCK_EX | LOCK_NB))
    return createStringError("another process collects " + Settings.Folder);
  return All.makeOwn("rejected").moveInto(Rejected);
}

static void warn(const Twine &Text) {
  WithColor::warning(errs(), "udpc")
      << "collect: " << shownMessage(Text) << '\n';
}

void Batches::reject(const OpenFolder &Batch, const std::string &Name,
                     const std::string &Why) {
  warn(Why + "; kept in " + Rejected.path());
  std::string Kept = Name;
  if (Rejected.has(Kept))
    Kept += "." + std::to_string(time(nullptr));
  consumeError(Batch.move(Name, Rejected, Kept));
}

//===----------------------------------------------------------------------===//
// Gathering
//===----------------------------------------------------------------------===//

/// Returns whether \p Name is a rotated log: .log.1 and so on.
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

/// Returns why \p File in the folder \p Folder may not be shipped; "" if it
/// may. Users who may write to the folder can move or link files into it that
/// only this user can read.
static std::string whyNotShipped(const struct stat &Folder,
                                 const struct stat &File) {
  bool OthersMayWrite = Folder.st_mode & (S_IWGRP | S_IWOTH);
  bool IsTrusted =
      !OthersMayWrite && (!Folder.st_uid || Folder.st_uid == geteuid());
  bool IsOfOwner = File.st_uid == Folder.st_uid;
  bool MayAllRead = File.st_mode & S_IROTH;
  bool MayGroupRead = File.st_gid == Folder.st_gid &&
                      (Folder.st_mode & S_IWGRP) && (File.st_mode & S_IRGRP);
  if (IsTrusted || IsOfOwner || MayAllRead || MayGroupRead)
    return "";
  return "belongs to user " + std::to_string(File.st_uid) +
         ", not to the folder's, and not everybody may read it";
}

bool Batches::moveFinished(const std::string &Name, const OpenFolder &Batch) {
  int FD = Profiles.openFile(Name);
  if (FD < 0)
    return false;
  scope_exit Close([&] { close(FD); });
  struct stat Opened, Named, Moved;
  char Magic[8] = {};
  if (fstat(FD, &Opened))
    return false;
  if (std::string Why = whyNotShipped(Profiles.status(), Opened);
      !Why.empty()) {
    if (Refused.insert(Name).second)
      warn(Profiles.path() + "/" + Name + ": " + Why + "; it is left there");
    return false;
  }
  auto IsOpened = [&](const struct stat &S) {
    return S.st_ino == Opened.st_ino && S.st_dev == Opened.st_dev;
  };
  // Processes that share a file lock it, and check its name when they hold the
  // lock.
  if (flock(FD, LOCK_EX | LOCK_NB) ||
      fstatat(Profiles.descriptor(), Name.c_str(), &Named,
              AT_SYMLINK_NOFOLLOW) ||
      !IsOpened(Named) ||
      (pread(FD, Magic, sizeof(Magic), 0) == ssize_t(sizeof(Magic)) &&
       !std::memcmp(Magic, abi::ContinuousMagic, sizeof(Magic))))
    return false;
  if (errorToBool(Profiles.move(Name, Batch, Name)))
    return false;
  // The name may refer to another file since the file was opened.
  if (!fstatat(Batch.descriptor(), Name.c_str(), &Moved, AT_SYMLINK_NOFOLLOW) &&
      IsOpened(Moved))
    return true;
  if (!Batch.moveBack(Name, Profiles, Name))
    reject(Batch, Name, Name + ": was replaced while it was collected");
  return false;
}

Error Batches::gather() {
  std::vector<std::string> Ready;
  for (const std::string &Name : Profiles.names())
    if (isProfileName(Name) || (!To.takesRows() && isRotatedLog(Name)))
      Ready.push_back(Name);
  if (Ready.empty())
    return Error::success();
  // A unique name for each batch of this host, in order of time.
  timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  uint64_t Time = uint64_t(Now.tv_sec) * 1000000 + Now.tv_nsec / 1000;
  LastTime = std::max(Time, LastTime + 1);
  std::string Name = std::to_string(LastTime), Open = Name + ".open";
  Expected<OpenFolder> Batch = All.makeOwn(Open);
  if (!Batch)
    return Batch.takeError();
  bool IsEmpty = true;
  for (const std::string &File : Ready)
    IsEmpty &= !moveFinished(File, *Batch);
  if (IsEmpty) {
    All.remove(Open);
    return Error::success();
  }
  return All.move(Open, All, Name);
}

//===----------------------------------------------------------------------===//
// Shipping
//===----------------------------------------------------------------------===//

/// Returns a key for the kind and build of the profiles in \p Sum; only sums of
/// equal key are added.
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

static Error addContents(ProfileSum &To, std::unique_ptr<MemoryBuffer> Contents,
                         StringRef File) {
  Expected<ProfileInput> Input = ProfileInput::of(std::move(Contents), File);
  return Input ? To.add(*Input) : Input.takeError();
}

Error Batches::makePayload(const std::string &Name, const OpenFolder &Batch) {
  Batch.remove("making");
  Expected<OpenFolder> Making = Batch.makeOwn("making");
  if (!Making)
    return Making.takeError();

  std::string Prefix = Settings.Host + "-" + Name + "-";
  std::map<std::string, ProfileSum> Groups;
  for (const std::string &File : Batch.names()) {
    bool IsLog = isRotatedLog(File);
    if (!IsLog && !isProfileName(File))
      continue;
    auto Content = Batch.read(File, MaxFileSize);
    if (!Content) {
      reject(Batch, File, toString(Content.takeError()));
      continue;
    }
    if (IsLog) {
      if (Error E = Making->store(Prefix + File, (*Content)->getBuffer()))
        return E;
      continue;
    }
    std::string Whole = Batch.path() + "/" + File;
    ProfileSum One;
    if (Error E = addContents(One, std::move(*Content), Whole)) {
      reject(Batch, File, toString(std::move(E)));
      continue;
    }
    std::string Group = groupOf(One);
    if (Error E = Groups[Group].add(std::move(One)))
      reject(Batch, File, toString(std::move(E)));
  }

  std::string Rows;
  for (auto &[Group, Sum] : Groups) {
    const char *Kind = Sum.get<EventProfile>() ? ".prof" : ".cache";
    std::string File = Prefix + StringRef(Group).lower() + Kind;
    std::string Content = Sum.bytes();
    if (!To.takesRows()) {
      if (Error E = Making->store(File + ".zst", compressed(Content)))
        return E;
      continue;
    }
    size_t NumMissing = systemTables().missing().size();
    systemTables().takeBuildIds();
    ProfileSum Resolved(&systemTables());
    if (Error E = addContents(
            Resolved, MemoryBuffer::getMemBufferCopy(Content, File), File))
      return E;
    if (systemTables().missing().size() != NumMissing)
      // The sum is kept until its tables are available.
      if (Error E = Rejected.store(File, Content))
        return E;
    RowBatch Info;
    // The time of the batch, even if it is shipped later.
    StringRef(Name).getAsInteger(10, Info.Time);
    Info.Time /= 1000000;
    Info.Host = Settings.Host;
    Info.Batch = batchName(Name + Group, Settings.Host);
    Expected<std::vector<ProfileRow>> Made =
        rowsOf(Resolved, RowOptions(), Info);
    if (!Made)
      return Made.takeError();
    raw_string_ostream OS(Rows);
    printRows(OS, RowFormat::Json, Info, *Made);
  }
  warnOfMissingTables();
  if (!Rows.empty())
    if (Error E = Making->store(Settings.Host + "-" + Name + ".rows", Rows))
      return E;
  return Batch.move("making", Batch, "payload");
}

Expected<size_t> Batches::shipBatch(const std::string &Name) {
  Expected<OpenFolder> Batch = All.openOwn(Name);
  if (!Batch)
    return Batch.takeError();
  // The payload is made once, since a sink may already have got a part of it.
  if (!Batch->has("payload"))
    if (Error E = makePayload(Name, *Batch))
      return std::move(E);
  Expected<OpenFolder> Payload = Batch->openOwn("payload");
  if (!Payload)
    return Payload.takeError();
  for (const std::string &File : Payload->names()) {
    auto Content = Payload->read(File, UINT64_MAX);
    if (!Content)
      return Content.takeError();
    if (Error E = To.ship(File, (*Content)->getBuffer()))
      return std::move(E);
  }
  size_t NumProfiles = 0;
  for (const std::string &File : Batch->names())
    NumProfiles += isProfileName(File) || isRotatedLog(File);
  std::string Done = Name + ".done";
  if (Error E = All.move(Name, All, Done))
    return std::move(E);
  All.remove(Done);
  return NumProfiles;
}

Expected<size_t> Batches::collect() {
  for (const std::string &Name : All.names()) {
    if (StringRef(Name).ends_with(".done"))
      All.remove(Name);
    StringRef Batch = Name;
    if (!Batch.consume_back(".open"))
      continue;
    // The program was killed while it moved profiles: the moved ones are the
    // batch.
    Expected<OpenFolder> Open = All.openOwn(Name);
    if (!Open)
      return Open.takeError();
    if (Open->names().empty())
      All.remove(Name);
    else if (Error E = All.move(Name, All, Batch))
      return std::move(E);
  }
  if (Error E = gather())
    return std::move(E);
  size_t Shipped = 0;
  for (const std::string &Name : All.names()) {
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
