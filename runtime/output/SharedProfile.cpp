//===- SharedProfile.cpp - One profile of many processes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/SharedProfile.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Units.h"
#include "runtime/modules/Executable.h"
#include "runtime/output/ProfileWriter.h"
#include "runtime/output/image/ProfileImage.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

uint64_t rt::buildSignature() {
  LoadedRange Range = executable();
  uint64_t Hash = FirstHash;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!Range.contains(U.Unit))
      continue;
    if (const abi::CostHeader *Costs = U.Costs.Header)
      Hash = hashBytes(Costs, Costs->TotalSize, Hash);
    else
      Hash = hashBytes(U.Table, U.View.Header->TotalSize, Hash);
  }
  if (Hash != FirstHash)
    return Hash;
  // Only libraries are instrumented, and their units may be loaded and
  // unloaded.
  char Path[PATH_MAX];
  long Size = rawSyscall(SYS_readlinkat, AT_FDCWD, asLong("/proc/self/exe"),
                         asLong(Path), sizeof(Path));
  return hashBytes(Path, Size > 0 ? Size : 0);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static int64_t milliseconds() {
  return static_cast<int64_t>(monotonicTime() / 1000000);
}

static int readAll(int FD, uint64_t Size, MemoryImage &Image) {
  if (int Error = Image.allocate(Size + 1))
    return Error;
  while (Image.Size != Size) {
    long Got = rawSyscall(SYS_pread64, FD, asLong(Image.Bytes + Image.Size),
                          Size - Image.Size, Image.Size);
    if (Got == -EINTR)
      continue;
    if (Got < 0)
      return -Got;
    if (!Got)
      return 0;
    Image.Size += Got;
  }
  return 0;
}

static int addImages(const ProfileImage &A, const ProfileImage &B,
                     MemoryImage &Sum) {
  MemoryImage Scratch = {};
  int Error = Scratch.allocate(scratchForAdding(A, B) * sizeof(uint32_t) + 1);
  if (!Error)
    Error = Sum.allocate(A.Header->Size + B.Header->Size);
  if (!Error)
    Sum.Size = addProfiles(A, B, reinterpret_cast<uint32_t *>(Scratch.Bytes),
                           Sum.Bytes);
  Scratch.release();
  return Error;
}

/// Adds \p Image to the locked file \p FD of \p Size bytes.
static SharingResult addToLocked(const char *Path, int FD, uint64_t Size,
                                 const MemoryImage &Image, int &Error) {
  MemoryImage There = {}, Sum = {};
  ProfileImage A, B;
  SharingResult Result = SharingResult::Failed;
  Error = readAll(FD, Size, There);
  if (!Error && !viewProfile(Image.Bytes, Image.Size, B))
    Error = EINVAL;
  if (!Error) {
    if (!viewProfile(There.Bytes, There.Size, A) || !canAdd(A, B)) {
      Result = SharingResult::Foreign;
    } else {
      Error = addImages(A, B, Sum);
      if (!Error)
        Error = writeWhole(Path, Sum, /*MustBeNew=*/false);
      if (!Error)
        Result = SharingResult::Added;
    }
  }
  There.release();
  Sum.release();
  return Result;
}

static int openShared(const char *Path) {
  constexpr int Flags = O_NOFOLLOW | O_NONBLOCK;
  // On network file systems only writable files can be locked.
  int FD = openFile(Path, O_RDWR | Flags);
  if (FD == -EACCES || FD == -EROFS || FD == -EPERM)
    FD = openFile(Path, O_RDONLY | Flags);
  return FD;
}

/// Locks the file. Returns whether \p Path still names it afterwards, -EAGAIN
/// if another process has locked it, or another error.
static int lockShared(const char *Path, int FD, struct stat &Locked) {
  if (long Error = rawSyscall(SYS_flock, FD, LOCK_EX | LOCK_NB))
    return Error;
  struct stat Now = {};
  rawSyscall(SYS_fstat, FD, asLong(&Locked));
  rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Now),
             AT_SYMLINK_NOFOLLOW);
  return Now.st_dev == Locked.st_dev && Now.st_ino == Locked.st_ino;
}

/// Returns whether \p Path ends with the process number: no other process adds
/// to it.
static bool isOwn(const char *Path) {
  char Suffix[32];
  TextBuffer End(Suffix, sizeof(Suffix));
  End.add('.').add(processPid());
  uint64_t Length = lengthOf(Path), Size = End.size();
  return Length > Size && sameBytes(Path + Length - Size, Suffix, Size);
}

SharingResult rt::addToShared(const char *Path, const MemoryImage &Image,
                              int &Error) {
  int64_t End = milliseconds() + 60000;
  for (unsigned Wait = 1; milliseconds() < End;) {
    int FD = openShared(Path);
    if (FD == -ENOENT) {
      Error = writeWhole(Path, Image, /*MustBeNew=*/true);
      if (Error == EEXIST)
        continue;
      return Error ? SharingResult::Failed : SharingResult::Added;
    }
    if (FD < 0)
      return SharingResult::Foreign;
    struct stat Status = {};
    rawSyscall(SYS_fstat, FD, asLong(&Status));
    if (!S_ISREG(Status.st_mode)) {
      closeFile(FD);
      return SharingResult::Foreign;
    }
    int HasPlace = lockShared(Path, FD, Status);
    bool HasNoLocks = HasPlace < 0 && HasPlace != -EAGAIN;
    if (HasPlace == 1 || (HasNoLocks && isOwn(Path))) {
      SharingResult Result =
          addToLocked(Path, FD, Status.st_size, Image, Error);
      closeFile(FD);
      return Result;
    }
    closeFile(FD);
    if (HasPlace == 0)
      continue;
    if (HasNoLocks) {
      Error = -HasPlace;
      return SharingResult::NoLocks;
    }
    // Polls, because a stopped process may hold the lock, and all signals are
    // blocked here.
    timespec Pause = {0, long(1000000 * Wait + currentPid() % 16 * 64000)};
    rawSyscall(SYS_nanosleep, asLong(&Pause));
    Wait = Wait < 32 ? 2 * Wait : Wait;
  }
  return SharingResult::Locked;
}

int rt::subtractImage(const MemoryImage &Image, const MemoryImage &Before,
                      MemoryImage &Out) {
  ProfileImage Now, Then;
  if (!viewProfile(Image.Bytes, Image.Size, Now) ||
      !viewProfile(Before.Bytes, Before.Size, Then))
    return EINVAL;
  MemoryImage Scratch = {};
  int Error =
      Scratch.allocate(scratchForSubtracting(Now, Then) * sizeof(uint32_t));
  if (!Error)
    Error = Out.allocate(Image.Size);
  if (!Error)
    Out.Size = subtractProfile(
        Now, Then, reinterpret_cast<uint32_t *>(Scratch.Bytes), Out.Bytes);
  Scratch.release();
  return Error;
}
