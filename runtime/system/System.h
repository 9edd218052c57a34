//===- System.h - System services for the runtime ---------------*- C++ -*-===//
//
// Memory, messages, process and thread numbers, and the runtime's lock. Nothing
// here uses malloc or locks of the C library, so all functions may be called in
// signal handlers.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SYSTEM_H
#define UDPC_RUNTIME_SYSTEM_SYSTEM_H

#include "runtime/base/Text.h"
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Zeroed memory from the kernel, or null.
void *mapMemory(size_t Bytes);
/// The same, not below \p Least if there is room soon above it.
void *mapMemoryAbove(uintptr_t Least, size_t Bytes);
/// The same as mapMemory(), in huge pages where the kernel has some: for memory
/// that is accessed at random places.
void *mapLargeMemory(size_t Bytes);
void unmapMemory(void *Memory, size_t Bytes);
/// Replaces the pages at \p Memory by zeroed memory of the process. False after
/// an error.
bool mapZeros(void *Memory, size_t Bytes);
size_t pageSize();

/// Whether the program has more rights than the user who started it
/// (set-user-ID, file capabilities). The environment and the current folder are
/// then not trusted: the runtime opens, writes and prints nothing.
bool isPrivileged();

/// Writes text to standard error, without prefix. Does nothing in a privileged
/// program, or if descriptor 2 does not take messages. Errors are ignored.
void say(const char *Text);
/// Records which file standard error is. Called before the first message.
void noteStandardError();
/// Whether descriptor 2 takes messages (system/StandardError.h).
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

/// The text of an errno.
const char *errorText(int Error);
/// Why the file \p Path could not be opened or replaced. For a folder, the
/// kernel has several errors.
const char *fileErrorText(int Error, const char *Path);

uint64_t currentPid();
uint64_t currentTid();
uintptr_t threadPointer();

/// Makes a system call. Returns -errno on error and leaves errno alone. If a
/// filter of the program would kill for the call (Sandbox.h), it is not made
/// and the result is -EPERM.
long rawSyscall(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                long E = 0, long F = 0);
/// Makes a system call on behalf of the program, whatever its filters do.
long programSyscall(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                    long E = 0, long F = 0);
/// \p Pointer as an argument of a system call.
inline long asLong(const void *Pointer) {
  return reinterpret_cast<long>(Pointer);
}

/// Opens a file under a descriptor other than 0, 1 and 2, to which a program
/// may write even after closing them. Closed by exec. Returns -errno on error.
int openFile(const char *Path, int Flags);
/// Moves \p FD to such a number.
int moveUp(int FD);
/// A copy out of the way of programs that count on which number they get next.
long duplicateUp(int FD);
long closeFile(int FD);
/// Writes \p Size bytes at the offset \p At of a file. Signals are blocked:
/// SIGXFSZ is consumed, since the program must not get it. Returns 0 or an
/// errno.
int writeAll(int FD, uint64_t At, const void *Data, uint64_t Size);
/// The number of the system call that renameFile() makes, which is the one of
/// the C library's rename().
extern const long RenameCall;
/// These functions return 0 or an errno.
int renameFile(const char *From, const char *To);
int removeFile(const char *Path);
int linkFile(const char *From, const char *To);
/// Creates missing folders of the file \p Path.
void makeFolders(const char *Path);

/// The kernel's set of signals.
using SignalSet = uint64_t;
/// Blocks all signals for the calling thread. Returns those that were blocked.
SignalSet blockSignals();
/// The same, but unblocks those in \p Open.
SignalSet blockSignalsBut(SignalSet Open);
void restoreSignals(SignalSet Blocked);
/// Discards \p Signal, which is blocked, if it is pending for this thread.
void consumePendingSignal(int Signal);

/// An arena: small allocations that are freed together. Valid when zero.
class Pool {
public:
  /// Zeroed, 8-byte aligned; null when the system has no more.
  void *allocate(size_t Bytes);
  template <typename T> T *allocateArray(size_t N) {
    return static_cast<T *>(allocate(N * sizeof(T)));
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

/// Initialises the lock, while the process has one thread.
void initLock();

/// Holds the runtime's one lock, which guards all its records. All signals are
/// blocked meanwhile, so that no handler of the program, nor ours, can run on a
/// thread that holds it.
class StateLock {
public:
  StateLock();
  ~StateLock();
  StateLock(const StateLock &) = delete;
  StateLock &operator=(const StateLock &) = delete;
  /// False in a child made by _Fork or a bare system call, whose records may be
  /// damaged: the runtime does nothing there.
  bool held() const { return Held; }

protected:
  struct Unlocked {};
  explicit StateLock(Unlocked) : Held(false) {}
  bool Held;
};

/// Gives up after \p Milliseconds, five seconds by default; or at once if this
/// thread itself holds the lock (it has crashed meanwhile).
class BoundedStateLock : public StateLock {
public:
  BoundedStateLock();
  explicit BoundedStateLock(unsigned Milliseconds);
};

/// Does not wait. For handlers of signals that the program's code raises.
class TriedStateLock : public StateLock {
public:
  TriedStateLock();
};

/// Whether the calling thread holds the lock. Needs none.
bool holdsStateLock();
/// Signals that are not blocked by the lock, because its holder may raise them.
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
