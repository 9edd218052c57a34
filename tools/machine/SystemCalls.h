//===- SystemCalls.h - What the program asks the kernel ---------*- C++ -*-===//
//
// Linux' system calls of riscv64, as programs linked statically with glibc or
// musl use them. File descriptors, processes and users are the host's; memory
// is the program's own. A call that is not implemented fails with ENOSYS, and
// is reported once.
//
// The program is one thread: see docs/machine.md.
//
// SystemCalls.cpp passes on the calls that mean the same on the host, and tries
// the groups of the others, each of which has a file.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SYSTEMCALLS_H
#define UDPC_TOOLS_MACHINE_SYSTEMCALLS_H

#include "tools/machine/GuestMemory.h"
#include "tools/machine/Signals.h"
#include <optional>
#include <set>
#include <string>

namespace udpc {
namespace machine {

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
};

class SystemCalls {
public:
  /// \p Program is the path of the executable.
  SystemCalls(GuestMemory &Memory, std::string Program)
      : Memory(Memory), Program(std::move(Program)) {}

  CallResult call(uint64_t Number, const uint64_t (&Arguments)[6]);
  /// What is pending is delivered after each call.
  Signals &signals() { return OwnSignals; }

private:
  using Args = const uint64_t (&)[6];
  // Each returns nullopt for a call that is not in its group.
  std::optional<CallResult> passOn(uint64_t Number, Args A);
  std::optional<CallResult> callMemory(uint64_t Number, Args A);
  std::optional<CallResult> callFile(uint64_t Number, Args A);
  std::optional<CallResult> callProcess(uint64_t Number, Args A);
  std::optional<CallResult> callSignal(uint64_t Number, Args A);

  int64_t mapMemory(Args A);
  int64_t remapMemory(Args A);
  int64_t readLink(Args A);
  int64_t status(long HostCall, uint64_t First, uint64_t Path, uint64_t Out,
                 uint64_t Flags);
  int64_t vectored(long HostCall, Args A, unsigned Permission);
  int64_t futex(Args A);
  CallResult fork(Args A);
  int64_t sendSignal(uint64_t Process, uint64_t Number, int Code);
  int64_t setAction(Args A);
  int64_t setMask(Args A);
  int64_t setAlternateStack(Args A);
  int64_t suspend(Args A);
  void reportOnce(uint64_t Number, const char *What);
  /// What the kernel returns for a \p Result of the host's C library.
  static int64_t checked(long Result);

  GuestMemory &Memory;
  std::string Program;
  Signals OwnSignals;
  std::set<uint64_t> Reported;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SYSTEMCALLS_H
