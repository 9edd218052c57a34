//===- ProfileWriter.cpp - Writes a file atomically -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/ProfileWriter.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Crc32.h"
#include "runtime/base/Text.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/output/SharedProfile.h"
#include "runtime/output/SmallProfiles.h"
#include "runtime/output/Streams.h"
#include "runtime/output/image/ProfileImage.h"
#include "runtime/output/image/ProfilePacker.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include "udpc/cache_profile.h"
#include "udpc/continuous.h"
#include "udpc/references.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

static char Buffer[64 << 10];

int rt::createTemporary(const char *Path, char (&Temporary)[PATH_MAX]) {
  // An existing temporary file belongs to a process that was killed, or to one
  // with the same number in another container: it is left alone.
  int Error = -ENAMETOOLONG;
  bool HasFolders = false;
  for (uint64_t Attempt = 0; Attempt != 100; ++Attempt) {
    TextBuffer Name(Temporary, sizeof(Temporary));
    Name.add(Path).add('.').add(processPid());
    if (Attempt)
      Name.add('-').add(Attempt);
    if (Name.add(".tmp").overflowed())
      break;
    int FD = openFile(Temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (FD == -ENOENT && !HasFolders) {
      HasFolders = true;
      makeFolders(Path);
      FD = openFile(Temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
    }
    if (FD >= 0)
      return FD;
    Error = FD;
    if (Error != -EEXIST)
      break;
  }
  Temporary[0] = 0;
  return Error;
}

/// Renames \p From to \p To unless \p To exists; then returns EEXIST. Tries to
/// link first, because sandboxes allow that; some file systems have no links.
static int renameToNew(const char *From, const char *To) {
  int Error = linkFile(From, To);
  if (Error && Error != EEXIST) {
    constexpr int NoReplace = 1;
    return -rawSyscall(SYS_renameat2, AT_FDCWD, asLong(From), AT_FDCWD,
                       asLong(To), NoReplace);
  }
  if (!Error)
    removeFile(From);
  return Error;
}

int rt::writeWhole(const char *Path, const MemoryImage &Image, bool MustBeNew) {
  static char Temporary[PATH_MAX];
  int FD = createTemporary(Path, Temporary);
  if (FD < 0)
    return -FD;
  int Error = writeAll(FD, 0, Image.Bytes, Image.Size);
  long Closed = closeFile(FD);
  if (!Error && Closed < 0)
    Error = -Closed;
  if (!Error)
    Error =
        MustBeNew ? renameToNew(Temporary, Path) : renameFile(Temporary, Path);
  if (Error)
    removeFile(Temporary);
  return Error;
}

int ProfileWriter::open(const ProfileTarget &To, bool HasHeader) {
  Target = To;
  IsSmall = HasHeader && rt::isSmall(To);
  MayBePacked =
      IsSmall || (HasHeader && isSimulating() && !To.IsStream && !To.Added);
  Temporary[0] = 0;
  Offset = HasHeader ? sizeof(abi::ProfileHeader) : 0;
  Buffered = 0;
  Checksum = 0;
  if (Target.IsStream) {
    FD = openStream(Target.Path);
    return FD < 0 ? -FD : 0;
  }
  if (isInPlace() || Target.Added)
    return 0;
  FD = createTemporary(Target.Path, Temporary);
  return FD < 0 ? -FD : 0;
}

int ProfileWriter::writeAt(const void *Data, uint64_t Size, uint64_t At) {
  return isInMemory() ? Image.writeAt(Data, Size, At)
                      : writeAll(FD, At, Data, Size);
}

int ProfileWriter::flush() {
  Checksum = crc32(Checksum, Buffer, Buffered);
  int Error = writeAt(Buffer, Buffered, Offset);
  Offset += Buffered;
  Buffered = 0;
  return Error;
}

int ProfileWriter::write(const void *Data, uint64_t Size) {
  auto *P = static_cast<const char *>(Data);
  while (Size) {
    if (Buffered == sizeof(Buffer))
      if (int Error = flush())
        return Error;
    uint64_t Part = sizeof(Buffer) - Buffered;
    Part = Part < Size ? Part : Size;
    copyBytes(Buffer + Buffered, P, Part);
    Buffered += Part;
    P += Part;
    Size -= Part;
  }
  return 0;
}

int ProfileWriter::pad() {
  return write("\0\0\0\0\0\0\0", -(Offset + Buffered) & 7);
}

int ProfileWriter::writeCommand(abi::ProfileHeader &Header) {
  uint64_t Size;
  const char *Command = commandLine(Size);
  Header.CommandSize = Size;
  int Error = write(Command, Size);
  return Error ? Error : pad();
}

int ProfileWriter::writeModule(const char *Path) {
  abi::UnitRec Rec = {Path ? static_cast<uint32_t>(lengthOf(Path)) : 0, 0};
  int Error = write(&Rec, sizeof(Rec));
  if (!Error)
    Error = write(Path, Rec.ModuleSize);
  return Error ? Error : pad();
}

int ProfileWriter::close(abi::ProfileHeader Header) {
  int Error = flush();
  Header.Size = Offset;
  Header.Checksum = profileChecksum(Checksum, Header);
  if (!Error)
    Error = writeAt(&Header, sizeof(Header), 0);
  return finish(Error);
}

/// Returns the reason for which the counts are written to a file of this
/// process; null if they are not.
static const char *whyElsewhere(SharingResult Result) {
  switch (Result) {
  case SharingResult::Foreign:
    return ": it is damaged, of another version or of other caches, or no "
           "profile";
  case SharingResult::Locked:
    return ": another process keeps it locked";
  case SharingResult::NoLocks:
    return ": it cannot be locked: ";
  case SharingResult::Added:
  case SharingResult::Failed:
    return nullptr;
  }
  return nullptr;
}

/// Adds the new counts to the shared file.
int ProfileWriter::share() {
  MemoryImage New = {};
  int Error = 0;
  if (Target.Added->Size)
    Error = subtractImage(Image, *Target.Added, New);
  if (Error)
    return Error;
  const MemoryImage &Part = Target.Added->Size ? New : Image;
  SharingResult Result = addToShared(Target.Path, Part, Error);
  if (const char *Why = whyElsewhere(Result)) {
    bool SaysError = Result == SharingResult::NoLocks;
    uint64_t Length = lengthOf(Target.Path);
    warn("cannot add to the profile ", Target.Path, Why,
         SaysError ? errorText(Error) : "",
         "; the counts are written to the same name with .", processPid(),
         " appended");
    TextBuffer End(Target.Path + Length, PATH_MAX - Length);
    Error = 0;
    if (End.add('.').add(processPid()).overflowed())
      Error = ENAMETOOLONG;
    else if (addToShared(Target.Path, Part, Error) != SharingResult::Added)
      Error = Error ? Error : EEXIST;
    else
      Result = SharingResult::Added;
  }
  New.release();
  if (Result != SharingResult::Added)
    return Error;
  // The image includes the counts that were added before.
  Target.Added->release();
  *Target.Added = Image;
  Image = {};
  return 0;
}

/// Returns whether the profile is packed. Simulated caches leave a record of 24
/// bytes or more for each operation and line that has missed. Packed, the
/// megabyte of SQLite's test is 75 kB, in 12 ms. Packing needs three times the
/// memory.
bool ProfileWriter::isToBePacked() const {
  constexpr uint64_t Least = 256 << 10, Most = 64 << 20;
  return IsSmall || (MayBePacked && Image.Size >= Least && Image.Size <= Most);
}

/// Replaces the image by its packed form.
int ProfileWriter::pack() {
  ProfileImage Profile;
  if (!viewProfile(Image.Bytes, Image.Size, Profile))
    return EINVAL;
  MemoryImage Parts = {}, Packed = {};
  int Error = Parts.allocate(maxPartsSize(Profile));
  if (!Error) {
    Parts.Size = packParts(Profile, Parts.Bytes);
    Error = Packed.allocate(maxPackedSize(Parts.Size));
  }
  if (!Error) {
    Packed.Size = packProfile(Profile, Parts.Bytes, Parts.Size, Packed.Bytes);
    Image.release();
    Image = Packed;
  }
  Parts.release();
  return Error;
}

/// Subtracts the counts that were added to a shared file before.
int ProfileWriter::leaveOutBefore() {
  MemoryImage New = {};
  int Error = subtractImage(Image, *Target.Before, New);
  if (Error)
    return Error;
  Image.release();
  Image = New;
  return 0;
}

int ProfileWriter::finish(int Error) {
  if (!Error && Target.Before)
    Error = leaveOutBefore();
  // Packing may fail for a profile with tables, which is complete without it.
  if (!Error && isToBePacked())
    if (int Failed = pack(); IsSmall)
      Error = Failed;
  if (!Error && isInPlace())
    Error = Target.Kept->write(Image);
  else if (!Error && isInMemory() && Temporary[0])
    Error = writeAll(FD, 0, Image.Bytes, Image.Size);
  if (!Error && Target.IsStream)
    Error = writeStream(FD, Image.Bytes, Image.Size);
  if (!Error && Target.Added)
    Error = share();
  Image.release();
  // Some file systems report only here that the disk is full.
  long Closed = FD < 0 ? 0 : closeFile(FD);
  FD = -1;
  if (!Error && Closed < 0)
    Error = -Closed;
  if (!Error && Temporary[0])
    Error = renameFile(Temporary, Target.Path);
  if (Error)
    discard();
  return Error;
}

void ProfileWriter::discard() {
  Image.release();
  if (FD >= 0)
    closeFile(FD);
  FD = -1;
  if (Temporary[0])
    removeFile(Temporary);
  Temporary[0] = 0;
}

//===----------------------------------------------------------------------===//
// Before and after exec
//===----------------------------------------------------------------------===//

static int64_t nanoseconds(const timespec &T) {
  return int64_t(T.tv_sec) * 1000000000 + T.tv_nsec;
}

/// Returns the start time of the process, in nanoseconds since 1970; 0 if
/// unknown. exec does not change it.
static int64_t processStart() {
  int FD = openFile("/proc/self/stat", O_RDONLY);
  if (FD < 0)
    return 0;
  char Text[1024];
  long Size =
      rawSyscall(SYS_read, FD, reinterpret_cast<long>(Text), sizeof(Text) - 1);
  closeFile(FD);
  Text[Size > 0 ? Size : 0] = 0;
  // `number (name) ...`: the start time is the 20th field after the name, in
  // clock ticks since boot.
  const char *P = findLast(Text, ')');
  if (!P)
    return 0;
  for (int Spaces = 0; Spaces != 20; ++P) {
    if (!*P)
      return 0;
    Spaces += *P == ' ';
  }
  uint64_t Ticks = 0;
  for (; *P >= '0' && *P <= '9'; ++P)
    Ticks = 10 * Ticks + (*P - '0');
  uint64_t PerSecond = getauxval(AT_CLKTCK);
  int64_t Tick = 1000000000 / int64_t(PerSecond ? PerSecond : 100);
  int64_t SinceBoot = int64_t(Ticks) * Tick;
  uint64_t Boot = readClock(CLOCK_BOOTTIME);
  return static_cast<int64_t>(wallTime() - Boot) + SinceBoot;
}

/// Returns whether the file that begins with the \p Size bytes at \p Start is a
/// profile of a process with this number.
static bool isOurs(const void *Start, long Size, bool NameIsOurs) {
  static const char *const Texts[] = {"desc: ", "cmd: "};
  for (const char *Text : Texts) {
    size_t Length = lengthOf(Text);
    if (NameIsOurs && Size >= long(Length) && sameBytes(Start, Text, Length))
      return true;
  }
  auto *H = static_cast<const abi::ProfileHeader *>(Start);
  return Size == sizeof(*H) &&
         (sameBytes(H->Magic, abi::ProfileMagic, sizeof(H->Magic)) ||
          sameBytes(H->Magic, abi::PackedMagic, sizeof(H->Magic)) ||
          sameBytes(H->Magic, abi::ContinuousMagic, sizeof(H->Magic)) ||
          sameBytes(H->Magic, abi::CacheProfileMagic, sizeof(H->Magic))) &&
         H->Pid == processPid();
}

bool rt::isFromBeforeExec(const char *Path, bool NameIsOurs) {
  struct stat Status = {};
  if (rawSyscall(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(Path),
                 reinterpret_cast<long>(&Status), AT_SYMLINK_NOFOLLOW) ||
      !S_ISREG(Status.st_mode))
    return false;
  int FD = openFile(Path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  if (FD < 0)
    return false;
  abi::ProfileHeader H = {};
  long Size =
      rawSyscall(SYS_pread64, FD, reinterpret_cast<long>(&H), sizeof(H), 0);
  rawSyscall(SYS_fstat, FD, reinterpret_cast<long>(&Status));
  closeFile(FD);
  if (!isOurs(&H, Size, NameIsOurs))
    return false;
  int64_t Start = processStart();
  // Start time and file time have a resolution of 10 ms and 4 ms; process
  // numbers are not reused that soon.
  return Start && nanoseconds(Status.st_mtim) > Start - 50000000;
}
