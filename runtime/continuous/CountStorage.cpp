//===- CountStorage.cpp - Pieces of the file that holds counts ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/continuous/CountStorage.h"
#include "runtime/base/Bytes.h"
#include "runtime/continuous/FileSpace.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static uint64_t Number, LastNumber;
static int FD = -1;
static const char *Path;
static dev_t Device;
static ino_t Node;
static abi::ContinuousHeader *Header;
static FileSpace Space;
/// The end of the allocated storage.
static uint64_t Allocated;
static Pool ListMemory;
static bool HasWarned;
/// Whether the file is known to be truncated.
static bool IsTruncated;

uint64_t rt::countFileNumber() { return Number; }
abi::ContinuousHeader &rt::countFileHeader() { return *Header; }
void rt::setStoragePath(const char *P) { Path = P; }

void rt::warnOfMissingCounts(int Error) {
  if (Header)
    Header->Flags |= abi::CountsAreMissing;
  if (!HasWarned)
    warn("continuous: ", Path ? Path : "the file",
         " cannot hold all counts: ", errorText(Error),
         "; if the program is killed, some are lost");
  HasWarned = true;
}

//===----------------------------------------------------------------------===//
// The descriptor
//===----------------------------------------------------------------------===//

/// Opens the file again if necessary.
static bool haveDescriptor() {
  if (isFile(FD, Device, Node))
    return true;
  FD = Path ? openFile(Path, O_RDWR | O_NOFOLLOW | O_NONBLOCK) : -1;
  if (isFile(FD, Device, Node))
    return true;
  if (FD >= 0)
    closeFile(FD);
  FD = -1;
  return false;
}

FileChange::FileChange() : IsPossible(false) {
  if (!Number)
    return;
  bool IsWhole = hasWholeStorage();
  IsPossible = IsWhole && haveDescriptor();
  if (!IsWhole)
    giveUpStorage();
  else if (!IsPossible)
    warnOfMissingCounts(ENOENT);
  if (IsPossible)
    __atomic_store_n(&Header->Sequence, Header->Sequence + 1, __ATOMIC_RELEASE);
}

FileChange::~FileChange() {
  if (IsPossible)
    __atomic_store_n(&Header->Sequence, Header->Sequence + 1, __ATOMIC_RELEASE);
}

//===----------------------------------------------------------------------===//
// Truncation
//===----------------------------------------------------------------------===//

bool rt::hasWholeStorage() {
  struct stat Status;
  if (__atomic_load_n(&IsTruncated, __ATOMIC_RELAXED))
    return false;
  if (!haveDescriptor() ||
      rawSyscall(SYS_fstat, FD, reinterpret_cast<long>(&Status)))
    return true; // Unknown.
  // If it has been extended since, the header is zero.
  return static_cast<uint64_t>(Status.st_size) >= Allocated && Header->Version;
}

void rt::giveUpStorage() {
  if (__atomic_exchange_n(&IsTruncated, true, __ATOMIC_RELAXED))
    return;
  Header->Flags |= abi::CountsAreMissing;
  warn("continuous: somebody has truncated ", Path ? Path : "the file",
       ": counts are lost, and others are not kept in the file any more");
}

bool rt::replaceHeaderAt(uintptr_t Address) {
  auto Begin = reinterpret_cast<uintptr_t>(Header);
  return Header && Address - Begin < FileSpace::Page &&
         mapZeros(Header, FileSpace::Page);
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

static int writeZeros(uint64_t At, uint64_t End) {
  static const char Zeros[FileSpace::Page] = {};
  int Error = 0;
  for (; At < End && !Error; At += sizeof(Zeros))
    Error = writeAll(FD, At, Zeros,
                     End - At < sizeof(Zeros) ? End - At : sizeof(Zeros));
  return Error;
}

/// Allocates storage up to \p End. Returns 0 or an errno.
static int allocateStorage(uint64_t End) {
  if (End <= Allocated)
    return 0;
  // Allocates several pieces at once if there is room.
  constexpr uint64_t Step = 64 << 10;
  uint64_t Ends[] = {(End + Step - 1) / Step * Step, End};
  long Error = 0;
  for (uint64_t Wanted : Ends) {
    do
      Error = rawSyscall(SYS_fallocate, FD, 0, Allocated, Wanted - Allocated);
    while (Error == -EINTR);
    if (Error == -EFBIG)
      consumePendingSignal(SIGXFSZ);
    // The file system does not support fallocate.
    if (Error == -EOPNOTSUPP || Error == -ENOSYS)
      Error = -writeZeros(Allocated, Wanted);
    if (!Error) {
      Allocated = Wanted;
      return 0;
    }
  }
  return static_cast<int>(-Error);
}

uint64_t rt::allocatePiece(uint64_t Bytes, bool &IsFresh) {
  uint64_t OldSize = Space.size();
  FileSpace::Piece Piece = Space.allocate(Bytes);
  if (int Error = allocateStorage(Space.size())) {
    Space.undo(OldSize);
    warnOfMissingCounts(Error);
    return 0;
  }
  IsFresh = Piece.IsFresh;
  return Piece.Offset;
}

void rt::releasePiece(uint64_t Offset, uint64_t Bytes) {
  if (Offset)
    Space.release(Offset, Bytes);
}

bool rt::writePiece(uint64_t Offset, const void *Data, uint64_t Bytes) {
  int Error = writeAll(FD, Offset, Data, Bytes);
  if (Error)
    warnOfMissingCounts(Error);
  return !Error;
}

void *rt::mapPiece(void *Memory, uint64_t Offset, uint64_t Bytes) {
  long Result =
      rawSyscall(SYS_mmap, asLong(Memory), Bytes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | (Memory ? MAP_FIXED : 0), FD, Offset);
  if (Result < 0)
    warnOfMissingCounts(static_cast<int>(-Result));
  return Result < 0 ? nullptr : reinterpret_cast<void *>(Result);
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

int rt::createStorage(int NewFD) {
  struct stat Status;
  if (long Error =
          rawSyscall(SYS_fstat, NewFD, reinterpret_cast<long>(&Status)))
    return static_cast<int>(-Error);
  FD = NewFD;
  Device = Status.st_dev;
  Node = Status.st_ino;
  Space = {};
  Space.NewMemory = [](size_t Bytes) { return ListMemory.allocate(Bytes); };
  Space.allocate(FileSpace::Page); // The header.
  Allocated = 0;
  int Error = allocateStorage(FileSpace::Page);
  long Mapped = 0;
  if (!Error)
    Mapped = rawSyscall(SYS_mmap, 0, FileSpace::Page, PROT_READ | PROT_WRITE,
                        MAP_SHARED, FD, 0);
  if (Mapped < 0)
    Error = static_cast<int>(-Mapped);
  if (Error) {
    FD = -1;
    return Error;
  }
  Header = reinterpret_cast<abi::ContinuousHeader *>(Mapped);
  Header->Version = abi::ContinuousVersion;
  Number = ++LastNumber;
  HasWarned = IsTruncated = false;
  return 0;
}

void rt::abandonStorage() {
  if (!Number)
    return;
  unmapMemory(Header, FileSpace::Page);
  Header = nullptr;
  if (isFile(FD, Device, Node))
    closeFile(FD);
  FD = -1;
  Number = 0;
  ListMemory.release();
}
