//===- System.h - System services for the runtime ---------------*- C++ -*-===//
//
// Provides memory, files, signals, messages, process and thread numbers, and
// the runtime's lock. Nothing here uses malloc or locks of the C library, so
// all functions may be called in signal handlers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SYSTEM_H
#define UDPC_RUNTIME_SYSTEM_SYSTEM_H

#include "runtime/base/Text.h"
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

namespace udpc {
namespace rt {

/// Returns zeroed memory from the kernel, or null.
void *mapMemory(size_t Bytes);
/// Returns memory like mapMemory(), not below \p Least if there is room soon
/// above it.
void *mapMemoryAbove(uintptr_t Least, size_t Bytes);
/// Returns memory like mapMemory(), in huge pages if the kernel has some: for
/// memory that is accessed at random places.
void *mapLargeMemory(size_t Bytes);
void unmapMemory(void *Memory, size_t Bytes);
/// Replaces the pages at \p Memory by zeroed memory of the process. False after
/// an error.
bool mapZeros(void *Memory, size_t Bytes);
size_t pageSize();

/// Returns whether the 8 bytes at \p Address can be read. True also if a filter
/// of the program refuses the system call that tells.
bool isWordReadable(uint64_t Address);

/// Returns whether the program has more privileges than the user who started it
/// (set-user-ID, file capabilities). The environment and the current folder are
/// then not trusted: the runtime opens, writes and prints nothing.
bool isPrivileged();

/// Writes text to standard error, without prefix. Does nothing in a privileged
/// program, or if descriptor 2 does not take messages. Errors are ignored.
void say(const char *Text);
/// Records the file of standard error. Called before the first message.
void noteStandardError();
/// Returns whether descriptor 2 takes messages (system/StandardError.h).
bool isStandardErrorOurs();
/// Prints a line with our prefix on standard error, concatenating texts and
/// numbers.
template <typename... Pieces> void warn(Pieces... Each) {
  // One write, so that lines of several processes do not mix.
  char Line[1024];
  TextBuffer Out(Line, sizeof(Line) - 1);
  Out.add("udpc: warning: ");
  (Out.add(Each), ...);
  Line[Out.size()] = '\n';
  Line[Out.size() + 1] = 0;
  say(Line);
}

/// Returns the text of an errno.
const char *errorText(int Error);
/// Returns the reason for which the file \p Path could not be opened or
/// replaced. For a folder, the kernel has several errors.
const char *fileErrorText(int Error, const char *Path);

uint64_t currentPid();
uint64_t currentTid();
uintptr_t threadPointer();

/// Makes a system call. Returns -errno on error and does not change errno. If a
/// filter of the program would kill for the call (Sandbox.h), it is not made
/// and the result is -EPERM.
long rawSyscall(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                long E = 0, long F = 0);
/// Makes a system call on behalf of the program, whatever its filters do.
long programSyscall(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                    long E = 0, long F = 0);
/// Returns \p Pointer as an argument of a system call.
inline long asLong(const void *Pointer) {
  return reinterpret_cast<long>(Pointer);
}

/// Opens a file under a descriptor other than 0, 1 and 2, to which a program
/// may write even after closing them. Closed by exec. Returns -errno on error.
int openFile(const char *Path, int Flags);
/// Moves \p FD to a number above 2, like openFile(). Returns -errno on error.
int moveUp(int FD);
/// Returns a copy of \p FD with a high number, because programs may rely on the
/// number of their next descriptor.
long duplicateUp(int FD);
long closeFile(int FD);
/// Returns whether \p FD is open and its file has these numbers: programs close
/// descriptors that they do not know, and may reuse their numbers.
bool isFile(int FD, uint64_t Device, uint64_t Node);
/// Writes \p Size bytes at the offset \p At of a file. Signals must be blocked:
/// SIGXFSZ is consumed, because the program must not get it. Returns 0 or an
/// errno.
int writeAll(int FD, uint64_t At, const void *Data, uint64_t Size);
/// The number of the system call that renameFile() makes, which is that of the
/// C library's rename().
extern const long RenameCall;
/// Return 0 or an errno.
int renameFile(const char *From, const char *To);
int removeFile(const char *Path);
int linkFile(const char *From, const char *To);
/// Creates the missing folders of the file \p Path.
void makeFolders(const char *Path);

/// Calls \p Visit with the name of each entry of the folder \p FD. Returns 0 or
/// -errno.
template <typename Function> long forEachName(int FD, Function Visit) {
  struct Entry {
    uint64_t Node, Offset;
    uint16_t Size;
    uint8_t Type;
    char Name[1];
  };
  alignas(8) char Buffer[2048];
  long Size;
  while ((Size = rawSyscall(SYS_getdents64, FD, asLong(Buffer),
                            sizeof(Buffer))) > 0)
    for (long At = 0; At < Size;) {
      auto *E = reinterpret_cast<const Entry *>(Buffer + At);
      At += E->Size;
      Visit(E->Name);
    }
  return Size;
}

/// A set of signals, as the kernel's.
using SignalSet = uint64_t;
/// Blocks all signals for the calling thread. Returns the previously blocked
/// ones.
SignalSet blockSignals();
/// Blocks all signals except those in \p Open, which it unblocks. Returns the
/// previously blocked ones.
SignalSet blockSignalsBut(SignalSet Open);
void restoreSignals(SignalSet Blocked);
/// Discards \p Signal, which is blocked, if it is pending for this thread.
void consumePendingSignal(int Signal);

/// Returns whether the caller runs on the thread's alternate signal stack.
bool isOnSignalStack();

/// An arena: small allocations that are freed together. Valid when zero.
class Pool {
public:
  /// Returns zeroed, 8-byte aligned memory; null if out of memory.
  void *allocate(size_t Bytes);
  template <typename T> T *allocateArray(size_t N) {
    return static_cast<T *>(allocate(N * sizeof(T)));
  }
  /// Moves \p Array to a larger one, whose size is \p Least times a power of
  /// two, unless its \p Capacity is at least \p N. New elements are zero; the
  /// old array stays, for threads that read without a lock. False if out of
  /// memory.
  template <typename T, typename SizeT>
  bool grow(T *&Array, SizeT &Capacity, SizeT N, SizeT Least = 64) {
    if (N <= Capacity)
      return true;
    SizeT Larger = Capacity ? Capacity : Least;
    while (Larger < N)
      Larger *= 2;
    T *Moved = allocateArray<T>(Larger);
    if (!Moved)
      return false;
    for (SizeT I = 0; I != Capacity; ++I)
      Moved[I] = Array[I];
    __atomic_store_n(&Array, Moved, __ATOMIC_RELEASE);
    Capacity = Larger;
    return true;
  }
  void release();

private:
  struct Chunk {
    Chunk *Next;
    size_t Size;
  };
  Chunk *Chunks;
  char *At;
  size_t Left;
};

/// Initialises the lock while the process has one thread.
void initLock();

/// Holds the runtime's one lock, which guards all its records. All signals are
/// blocked meanwhile, so that neither a handler of the program nor of the
/// runtime can run on a thread that holds it.
class StateLock {
public:
  StateLock();
  ~StateLock();
  StateLock(const StateLock &) = delete;
  StateLock &operator=(const StateLock &) = delete;
  /// Returns false in a child made by _Fork or a bare system call, whose
  /// records may be damaged: the runtime does nothing there.
  bool held() const { return Held; }

protected:
  struct Unlocked {};
  explicit StateLock(Unlocked) : Held(false) {}
  bool Held;
};

/// Lock that gives up after \p Milliseconds, five seconds by default, or at
/// once if this thread itself holds the lock (it has crashed meanwhile).
class BoundedStateLock : public StateLock {
public:
  BoundedStateLock();
  explicit BoundedStateLock(unsigned Milliseconds);
};

/// Lock that does not wait. For handlers of signals that the program's code
/// raises.
class TriedStateLock : public StateLock {
public:
  TriedStateLock();
};

/// Returns whether the calling thread holds the lock. Needs no lock.
bool holdsStateLock();
/// Sets the signals that the lock does not block, because its holder may raise
/// them.
void keepOpenInStateLock(SignalSet Signals);

/// Begins fork() in the calling thread, and blocks its signals. The lock is not
/// held during fork(), but threads that take it wait until no other thread is
/// in fork(), so that the child has a consistent copy (Forks.cpp).
void beginFork();
/// Ends fork() in the parent. Returns whether the caller has to answer the
/// requests that were left to it (leaveToFork()).
bool endFork();
/// Takes the lock in the child. False if the child must not use its records,
/// because another thread was changing them.
bool beginInChild();
/// Releases the lock in the child.
void endInChild();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SYSTEM_H
