//===- SystemCalls.h - What the program asks the kernel ---------*- C++ -*-===//
//
// Linux' system calls of riscv64, as programs linked statically with glibc or
// musl use them. File descriptors, processes and users are the host's; memory
// is the program's own. A call that is not implemented fails with ENOSYS, and
// is reported once.
//
// The program's threads take turns. A call that would wait has the next one run
// instead (SystemCallsThreads.cpp).
//
// SystemCalls.cpp passes on the calls that mean the same on the host, and tries
// the groups of the others, each of which has a file.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLS_H
#define UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLS_H

#include "tools/machine/linux/GuestMemory.h"
#include "tools/machine/linux/Signals.h"
#include "tools/machine/linux/Threads.h"
#include "tools/machine/linux/Tracing.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace udpc {
namespace machine {

/// A thread that the program starts. It continues like its creator, but with
/// these registers.
struct ThreadStart {
  Thread *New;
  /// 0: the creator's.
  uint64_t Stack = 0;
  std::optional<uint64_t> ThreadPointer = {};
};

/// The arguments of execve().
struct Execution {
  std::string Path;
  std::vector<std::string> Arguments, Environment;
};

/// What the machine has to do after a call.
struct CallResult {
  /// Goes into a0.
  int64_t Value = 0;
  /// The program ends with this status.
  std::optional<int> Exit = {};
  /// A child continues with this stack pointer.
  std::optional<uint64_t> Stack = {};
  /// Code may have changed.
  bool FlushCode = false;
  std::optional<ThreadStart> Starts = {};
  /// The thread that made the call is no more; others are.
  bool EndsThread = false;
  /// The thread waits, or, for nothing, lets others run.
  std::optional<Wait> Waits = {};
};

class SystemCalls {
public:
  /// \p Program is the path of the executable.
  SystemCalls(GuestMemory &Memory, std::string Program)
      : Memory(Memory), Program(std::move(Program)), OwnThreads(getpid()),
        OwnTracing(Memory) {
    OwnSignals.setThread(OwnThreads.current().Signals);
  }

  CallResult call(uint64_t Number, const uint64_t (&Arguments)[6]);
  /// \p F executes another program, or returns an error's number.
  void onExecute(std::function<int64_t(const Execution &)> F) {
    Execute = std::move(F);
  }
  /// Whether a handler of a signal with SA_RESTART restarts the call
  /// (signal(7)).
  static bool restarts(uint64_t Number);
  /// What is pending is delivered after each call.
  Signals &signals() { return OwnSignals; }
  Threads &threads() { return OwnThreads; }
  Tracing &tracing() { return OwnTracing; }

private:
  using Args = const uint64_t (&)[6];
  // Each returns nullopt for a call that is not in its group.
  std::optional<CallResult> passOn(uint64_t Number, Args A);
  std::optional<CallResult> callMemory(uint64_t Number, Args A);
  std::optional<CallResult> callFile(uint64_t Number, Args A);
  std::optional<CallResult> callProcess(uint64_t Number, Args A);
  std::optional<CallResult> callSignal(uint64_t Number, Args A);
  std::optional<CallResult> callThread(uint64_t Number, Args A);
  std::optional<CallResult> callSocket(uint64_t Number, Args A);

  int64_t mapMemory(Args A);
  int64_t remapMemory(Args A);
  int64_t readLink(Args A);
  int64_t status(long HostCall, uint64_t First, uint64_t Path, uint64_t Out,
                 uint64_t Flags);
  int64_t vectored(long HostCall, Args A, unsigned Permission);
  int64_t controlEvents(Args A);
  CallResult waitForEvents(Args A);
  /// The bytes at \p Address, of the length that stands at \p Length, which the
  /// host may change; null if \p Address is. False: not accessible.
  bool sized(uint64_t Address, uint64_t Length, char *&Bytes,
             char *&Size) const;
  int64_t message(long HostCall, Args A, unsigned Permission);
  CallResult futex(Args A);
  CallResult waitForFutex(Args A, bool IsPrivate, uint32_t Bits);
  CallResult fork(Args A);
  CallResult poll(Args A);
  int64_t execute(Args A);
  /// Reads pointers to strings, up to a null pointer, which \p Address is, too,
  /// where there are none. False: not readable.
  bool readStrings(uint64_t Address, std::vector<std::string> &Out) const;
  /// The call is made again, until \p End, of when it is first made, has come,
  /// if that is not null; then it returns \p AtEnd.
  CallResult waitForHost(std::optional<uint64_t> End, int64_t AtEnd);
  /// So long as the timespec at \p Address from now on; none: not readable.
  std::optional<uint64_t> limit(uint64_t Address) const;
  static uint64_t after(uint64_t Nanoseconds);
  CallResult startThread(Args A);
  CallResult endThread(int Status);
  /// What the thread has to wait for before the call is made; none: nothing.
  std::optional<Wait> waitFor(uint64_t Number, Args A);
  /// The time at \p Address, of \p Clock if \p IsAbsolute; none: not readable.
  std::optional<uint64_t> deadline(uint64_t Address, clockid_t Clock,
                                   bool IsAbsolute) const;
  int64_t sendSignal(uint64_t Process, uint64_t Number);
  int64_t sendToThread(uint64_t Id, uint64_t Number);
  int64_t setAction(Args A);
  int64_t setMask(Args A);
  int64_t setAlternateStack(Args A);
  CallResult suspend(Args A);
  CallResult waitForSignal(Args A);
  void reportOnce(uint64_t Number, const char *What);
  /// What the kernel returns for a \p Result of the host's C library.
  static int64_t checked(long Result);

  GuestMemory &Memory;
  std::string Program;
  Signals OwnSignals;
  Threads OwnThreads;
  Tracing OwnTracing;
  std::set<uint64_t> Reported;
  std::function<int64_t(const Execution &)> Execute;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLS_H
