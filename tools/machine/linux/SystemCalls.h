//===- SystemCalls.h - System calls of the program ------------ -*- C++ -*-===//
//
// Implements the system calls of riscv64 Linux that programs linked statically
// with glibc or musl use. File descriptors, processes and users are the host's;
// memory is the program's own. A call that is not implemented fails with ENOSYS
// and is reported once.
//
// The program's threads take turns. A call that would wait lets the next thread
// run (SystemCallsThreads.cpp).
//
// SystemCalls.cpp passes on the calls that mean the same on the host. The other
// calls form groups with a file each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// A thread that the program starts. It inherits its creator's state except for
/// these registers.
struct ThreadStart {
  Thread *New;
  /// The stack pointer; 0 for the creator's.
  uint64_t Stack = 0;
  std::optional<uint64_t> ThreadPointer = {};
};

/// The arguments of execve().
struct Execution {
  std::string Path;
  std::vector<std::string> Arguments, Environment;
};

/// Actions for the machine after a call.
struct CallResult {
  /// Value of a0.
  int64_t Value = 0;
  /// Exit status, if the program ends.
  std::optional<int> Exit = {};
  /// Stack pointer of a child process, if it is new.
  std::optional<uint64_t> Stack = {};
  /// Whether code may have changed.
  bool FlushCode = false;
  std::optional<ThreadStart> Starts = {};
  /// Whether the calling thread has ended while others continue.
  bool EndsThread = false;
  /// What the thread waits for; Wait::Nothing yields to other threads.
  std::optional<Wait> Waits = {};
};

/// The program's kernel.
class SystemCalls {
public:
  /// \p Program is the path of the executable.
  SystemCalls(GuestMemory &Memory, std::string Program)
      : Memory(Memory), Program(std::move(Program)), OwnThreads(getpid()),
        OwnTracing(Memory) {
    OwnSignals.setThread(OwnThreads.current().Signals);
  }

  /// Executes a system call.
  CallResult call(uint64_t Number, const uint64_t (&Arguments)[6]);
  /// Sets the function that executes another program, or returns an error
  /// number.
  void onExecute(std::function<int64_t(const Execution &)> F) {
    Execute = std::move(F);
  }
  /// Returns whether a signal handler with SA_RESTART restarts the call
  /// (signal(7)).
  static bool restarts(uint64_t Number);
  /// Returns the signals. Pending ones are to be delivered after each call.
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
  /// Gets the bytes at \p Address, whose length is stored at \p Length, where
  /// the host may change it. \p Bytes is null if \p Address is. Returns false
  /// if either is not accessible.
  bool sized(uint64_t Address, uint64_t Length, char *&Bytes,
             char *&Size) const;
  int64_t message(long HostCall, Args A, unsigned Permission);
  CallResult futex(Args A);
  CallResult waitForFutex(Args A, bool IsPrivate, uint32_t Bits);
  CallResult fork(Args A);
  CallResult poll(Args A);
  int64_t execute(Args A);
  /// Reads an array of strings that ends with a null pointer. \p Address 0 is
  /// an empty array. Returns false if it is not readable.
  bool readStrings(uint64_t Address, std::vector<std::string> &Out) const;
  /// Lets the thread make the call again until it succeeds, or until \p End,
  /// which is fixed when the call is first made. Then the call returns \p
  /// AtEnd.
  CallResult waitForHost(std::optional<uint64_t> End, int64_t AtEnd);
  /// Returns the time after the relative timespec at \p Address; none if it is
  /// not readable.
  std::optional<uint64_t> limit(uint64_t Address) const;
  static uint64_t after(uint64_t Nanoseconds);
  CallResult startThread(Args A);
  CallResult endThread(int Status);
  /// Returns what the thread must wait for before the call is made; none for
  /// nothing.
  std::optional<Wait> waitFor(uint64_t Number, Args A);
  /// Returns the deadline in the timespec at \p Address, a time of \p Clock if
  /// \p IsAbsolute; none if it is not readable.
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
  /// Returns the kernel's result for a \p Result of the host's C library.
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
