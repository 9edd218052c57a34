//===- System.cpp - System services for the runtime -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/System.h"
#include "runtime/base/Text.h"
#include "runtime/system/Process.h"
#include "runtime/system/Reserve.h"
#include "runtime/system/Sandbox.h"
#include "runtime/system/StandardError.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" {
// Null outside of glibc, where strerror() reads the locale and is not safe in
// handlers.
__attribute__((weak)) const char *strerrordesc_np(int) __THROW;
// Used with other C libraries, if the program has it.
__attribute__((weak)) char *strerror(int) __THROW;
}

using namespace udpc;
using namespace udpc::rt;

/// Maps memory at \p Wanted if that is free.
static void *mapMemoryAt(uintptr_t Wanted, size_t Bytes) {
  long Result = rawSyscall(SYS_mmap, static_cast<long>(Wanted), Bytes,
                           PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  return Result < 0 ? nullptr : reinterpret_cast<void *>(Result);
}

void *rt::mapMemory(size_t Bytes) {
  void *Memory = mapMemoryAt(0, Bytes);
  return Memory ? Memory : takeReserved(Bytes);
}

void *rt::mapMemoryAbove(uintptr_t Least, size_t Bytes) {
  void *Memory = mapMemory(Bytes);
  constexpr unsigned MaxTries = 32;
  for (unsigned I = 0;
       Memory && reinterpret_cast<uintptr_t>(Memory) < Least && I != MaxTries;
       ++I) {
    unmapMemory(Memory, Bytes);
    Memory = mapMemoryAt(Least * (I + 2), Bytes);
  }
  return Memory;
}

void *rt::mapLargeMemory(size_t Bytes) {
  void *Memory = mapMemory(Bytes);
  // Kernels without huge pages refuse.
  if (Memory)
    rawSyscall(SYS_madvise, asLong(Memory), Bytes, MADV_HUGEPAGE);
  return Memory;
}

bool rt::mapZeros(void *Memory, size_t Bytes) {
  return rawSyscall(SYS_mmap, asLong(Memory), Bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                    -1) >= 0;
}

void rt::unmapMemory(void *Memory, size_t Bytes) {
  if (Memory && !giveBackReserved(Memory, Bytes))
    rawSyscall(SYS_munmap, asLong(Memory), Bytes);
}

size_t rt::pageSize() { return getauxval(AT_PAGESZ); }

// The kernel reads the signal set before it rejects the operation.
bool rt::isWordReadable(uint64_t Address) {
  constexpr long NoOperation = 1000;
  return rawSyscall(SYS_rt_sigprocmask, NoOperation, static_cast<long>(Address),
                    0, sizeof(SignalSet)) != -EFAULT;
}

bool rt::isPrivileged() { return getauxval(AT_SECURE); }

const char *rt::errorText(int Error) {
  const char *Text = nullptr;
  if (strerrordesc_np)
    Text = strerrordesc_np(Error);
  else if (strerror)
    Text = strerror(Error);
  if (Text)
    return Text;
  static char Number[32];
  TextBuffer(Number, sizeof(Number)).add("error ").add(uint64_t(Error));
  return Number;
}

static bool isFolder(const char *Path) {
  struct stat Status;
  return !rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Status),
                     0) &&
         S_ISDIR(Status.st_mode);
}

const char *rt::fileErrorText(int Error, const char *Path) {
  return isFolder(Path) ? "it is a folder; give the name of a file"
                        : errorText(Error);
}

int rt::openFile(const char *Path, int Flags) {
  long FD = rawSyscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(Path),
                       Flags | O_CLOEXEC | O_NOCTTY, 0666);
  return FD < 0 ? FD : moveUp(FD);
}

int rt::moveUp(int FD) {
  if (FD > 2)
    return FD;
  long Moved = rawSyscall(SYS_fcntl, FD, F_DUPFD_CLOEXEC, 3);
  closeFile(FD);
  return Moved;
}

/// Returns the process's limit on descriptors.
static long maxDescriptors() {
  rlimit Limit = {};
  rawSyscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, asLong(&Limit));
  return Limit.rlim_cur < INT_MAX ? static_cast<long>(Limit.rlim_cur) : INT_MAX;
}

long rt::duplicateUp(int FD) {
  static const int Lowest[] = {1000, 200};
  long Copy = -EBADF;
  for (int Least : Lowest)
    if (Copy < 0)
      Copy = rawSyscall(SYS_fcntl, FD, F_DUPFD_CLOEXEC, Least);
  // If all of these numbers are in use, or the limit is lower, takes the
  // highest free number. Other errors do not depend on the number.
  bool IsOutOfNumbers = Copy == -EINVAL || Copy == -EMFILE;
  for (long Least = IsOutOfNumbers ? maxDescriptors() : 0;
       Copy < 0 && Least-- > 3;)
    Copy = rawSyscall(SYS_fcntl, FD, F_DUPFD_CLOEXEC, Least);
  return Copy;
}

// The oldest of several equivalent calls: the C library makes them, so
// sandboxes allow them.
#ifdef SYS_rename
const long rt::RenameCall = SYS_rename;

int rt::renameFile(const char *From, const char *To) {
  return -rawSyscall(SYS_rename, asLong(From), asLong(To));
}

int rt::removeFile(const char *Path) {
  return -rawSyscall(SYS_unlink, asLong(Path));
}

int rt::linkFile(const char *From, const char *To) {
  return -rawSyscall(SYS_link, asLong(From), asLong(To));
}

static void makeFolder(const char *Path) {
  rawSyscall(SYS_mkdir, asLong(Path), 0777);
}
#else
const long rt::RenameCall = SYS_renameat2;

int rt::renameFile(const char *From, const char *To) {
  return -rawSyscall(SYS_renameat2, AT_FDCWD, asLong(From), AT_FDCWD,
                     asLong(To), 0);
}

int rt::removeFile(const char *Path) {
  return -rawSyscall(SYS_unlinkat, AT_FDCWD, asLong(Path));
}

int rt::linkFile(const char *From, const char *To) {
  return -rawSyscall(SYS_linkat, AT_FDCWD, asLong(From), AT_FDCWD, asLong(To),
                     0);
}

static void makeFolder(const char *Path) {
  rawSyscall(SYS_mkdirat, AT_FDCWD, asLong(Path), 0777);
}
#endif

void rt::makeFolders(const char *Path) {
  char Folder[PATH_MAX];
  TextBuffer Out(Folder, sizeof(Folder));
  for (const char *P = Path; *P; ++P) {
    if (*P == '/' && Out.size())
      makeFolder(Folder);
    Out.add(*P);
  }
}

long rt::closeFile(int FD) { return rawSyscall(SYS_close, FD); }

bool rt::isFile(int FD, uint64_t Device, uint64_t Node) {
  struct stat Status;
  return FD >= 0 && !rawSyscall(SYS_fstat, FD, asLong(&Status)) &&
         Status.st_dev == Device && Status.st_ino == Node;
}

int rt::writeAll(int FD, uint64_t At, const void *Data, uint64_t Size) {
  auto *P = static_cast<const char *>(Data);
  while (Size) {
    long Written =
        rawSyscall(SYS_pwrite64, FD, asLong(P), Size, static_cast<long>(At));
    if (Written == -EINTR)
      continue;
    if (Written == -EFBIG)
      consumePendingSignal(SIGXFSZ);
    if (Written <= 0)
      return Written ? static_cast<int>(-Written) : EIO;
    P += Written;
    At += Written;
    Size -= Written;
  }
  return 0;
}

uint64_t rt::currentPid() {
  long Pid = rawSyscall(SYS_getpid);
  return Pid < 0 ? processPid() : static_cast<uint64_t>(Pid);
}

uint64_t rt::currentTid() {
  long Tid = rawSyscall(SYS_gettid);
  // If a filter forbids the call, returns a number that no thread has, and that
  // is less than the flags of a lock.
  return Tid < 0 ? (threadPointer() >> 6 & 0xffffff) | 0x1000000
                 : static_cast<uint64_t>(Tid);
}

uintptr_t rt::threadPointer() {
#if defined(__x86_64__)
  uintptr_t Result;
  asm("movq %%fs:0, %0" : "=r"(Result));
  return Result;
#else
  return reinterpret_cast<uintptr_t>(__builtin_thread_pointer());
#endif
}

long rt::rawSyscall(long Number, long A, long B, long C, long D, long E,
                    long F) {
  if (__builtin_expect(HaveFilters, false) &&
      isForbidden(Number, {{A, B, C, D, E, F}}))
    return -EPERM;
  return programSyscall(Number, A, B, C, D, E, F);
}

long rt::programSyscall(long Number, long A, long B, long C, long D, long E,
                        long F) {
#if defined(__x86_64__)
  // Not by the C library's syscall(), which may have sites of a plan.
  register long Fourth asm("r10") = D;
  register long Fifth asm("r8") = E;
  register long Sixth asm("r9") = F;
  long Result;
  asm volatile("syscall"
               : "=a"(Result)
               : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(Fourth), "r"(Fifth),
                 "r"(Sixth)
               : "rcx", "r11", "memory");
  return Result;
#elif defined(__riscv)
  // Not by the C library's syscall(), which needs thread-local storage.
  register long Code asm("a7") = Number;
  register long First asm("a0") = A;
  register long Second asm("a1") = B;
  register long Third asm("a2") = C;
  register long Fourth asm("a3") = D;
  register long Fifth asm("a4") = E;
  register long Sixth asm("a5") = F;
  asm volatile("ecall"
               : "+r"(First)
               : "r"(Code), "r"(Second), "r"(Third), "r"(Fourth), "r"(Fifth),
                 "r"(Sixth)
               : "memory");
  return First;
#else
#error "how is a system call made?"
#endif
}

//===----------------------------------------------------------------------===//
// Pool
//===----------------------------------------------------------------------===//

void *Pool::allocate(size_t Bytes) {
  Bytes = (Bytes + 7) & ~size_t(7);
  if (Bytes > Left) {
    size_t Size = Bytes + sizeof(Chunk);
    constexpr size_t Least = 16 << 10, Page = 4 << 10;
    Size = Size < Least ? Least : (Size + Page - 1) & ~(Page - 1);
    auto *C = static_cast<Chunk *>(mapMemory(Size));
    if (!C)
      return nullptr;
    C->Next = Chunks;
    C->Size = Size;
    Chunks = C;
    At = reinterpret_cast<char *>(C + 1);
    Left = Size - sizeof(Chunk);
  }
  void *Result = At;
  At += Bytes;
  Left -= Bytes;
  return Result;
}

void Pool::release() {
  while (Chunk *C = Chunks) {
    Chunks = C->Next;
    unmapMemory(C, C->Size);
  }
  At = nullptr;
  Left = 0;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

SignalSet rt::blockSignals() { return blockSignalsBut(0); }

SignalSet rt::blockSignalsBut(SignalSet Open) {
  SignalSet All = ~Open, Old = 0;
  rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, asLong(&All), asLong(&Old),
             sizeof(SignalSet));
  return Old;
}

void rt::restoreSignals(SignalSet Blocked) {
  rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, asLong(&Blocked), 0,
             sizeof(SignalSet));
}

void rt::consumePendingSignal(int Signal) {
  uint64_t Set = uint64_t(1) << (Signal - 1);
  timespec Now = {0, 0};
  rawSyscall(SYS_rt_sigtimedwait, reinterpret_cast<long>(&Set), 0,
             reinterpret_cast<long>(&Now), sizeof(Set));
}

bool rt::isOnSignalStack() {
  stack_t Stack = {};
  rawSyscall(SYS_sigaltstack, 0, asLong(&Stack));
  return Stack.ss_flags & SS_ONSTACK;
}

static uint64_t pendingSignals() {
  uint64_t Set = 0;
  rawSyscall(SYS_rt_sigpending, reinterpret_cast<long>(&Set), sizeof(Set));
  return Set;
}

static FileIdentity identify(int FD) {
  return identifyFile(
      FD,
      [](int FD, struct stat *Status) {
        return rawSyscall(SYS_fstat, FD, asLong(Status));
      },
      [](int FD) { return rawSyscall(SYS_fcntl, FD, F_GETFL); });
}

/// The file of standard error when the runtime started.
static FileIdentity StandardError;

void rt::noteStandardError() { StandardError = identify(STDERR_FILENO); }

bool rt::isStandardErrorOurs() {
  return takesMessages(StandardError, identify(STDERR_FILENO),
                       identify(STDOUT_FILENO));
}

void rt::say(const char *Text) {
  if (isPrivileged() || !isStandardErrorOurs())
    return;
  // Writing may raise SIGPIPE or SIGXFSZ, which must not terminate the program.
  SignalSet Blocked = blockSignals();
  uint64_t Before = pendingSignals();
  rawSyscall(SYS_write, 2, reinterpret_cast<long>(Text), lengthOf(Text));
  static const int Raised[] = {SIGPIPE, SIGXFSZ};
  for (int Signal : Raised)
    if ((pendingSignals() & ~Before) >> (Signal - 1) & 1)
      consumePendingSignal(Signal);
  restoreSignals(Blocked);
}
