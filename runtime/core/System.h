//===- System.h - What the runtime needs of the system ---------*- C++ -*-===//
//
// The one place that talks to sanitizer_common: memory, messages, numbers of
// processes and threads, and the runtime's lock. Nothing here uses malloc or
// locks of the C library, so all of it may run in a signal handler.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_SYSTEM_H
#define UDPC_RUNTIME_CORE_SYSTEM_H

#include "runtime/logic/Text.h"
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Zeroed memory from the kernel, or null.
void *mapMemory(size_t Bytes);
void unmapMemory(void *Memory, size_t Bytes);

/// Whether the program has more rights than the user who started it
/// (set-user-ID, file capabilities). The environment and the current folder are
/// then chosen by somebody else: the runtime opens, writes and prints nothing.
bool isPrivileged();

/// Text to standard error, as it is. Nothing in a privileged program. An error
/// doing so is of no interest.
void say(const char *Text);
/// Remembers which file standard error is.
void noteStandardError();
/// Whether standard error still is that file. Programs close it (all of GNU's
/// do when they end), and the next file that they open, of their data, gets its
/// number.
bool isStandardErrorOurs();
/// A line on standard error, with our prefix: texts and numbers, put together.
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

uint64_t currentPid();
uint64_t currentTid();
uintptr_t threadPointer();

/// A system call; returns -errno on error and leaves errno alone.
long rawSyscall(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                long E = 0);
/// An argument of one.
inline long asLong(const void *Pointer) {
  return reinterpret_cast<long>(Pointer);
}

/// Opens a file away from 0, 1 and 2: a program that has closed those may write
/// to them all the same. Closed by exec. Returns -errno on error.
int openFile(const char *Path, int Flags);
/// Gives \p FD such a number.
int moveUp(int FD);
/// A copy out of the way of programs that count on which number they get next.
long duplicateUp(int FD);
long closeFile(int FD);

/// Takes back \p Signal, which is blocked, if it is pending for this thread.
void dropSignal(int Signal);

/// Memory of small pieces that are given back together. Valid when zero.
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

/// Makes the lock, while the process has one thread.
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

/// Gives up when the lock is not to be had in five seconds, or never is because
/// this very thread crashed while it held it.
class BoundedStateLock : public StateLock {
public:
  BoundedStateLock();
};

/// For fork(): the lock is held from before to after, in both processes.
void lockForFork();
void unlockAfterFork();
/// In the child: takes the lock, which its parent held for it. False if the
/// parent could not have it.
bool takeLockInChild();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_SYSTEM_H
