//===- SignalFrame.h - Stack frame of a signal handler -------- -*- C++ -*-===//
//
// Writes and reads struct rt_sigframe of Linux for riscv64
// (arch/riscv/kernel/signal.c, arch/riscv/include/uapi/asm/ucontext.h):
// siginfo_t and ucontext_t, from which rt_sigreturn restores the registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_SIGNALFRAME_H
#define UDPC_TOOLS_MACHINE_LINUX_SIGNALFRAME_H

#include "tools/machine/linux/GuestMemory.h"
#include "tools/machine/linux/Signals.h"
#include <optional>

namespace udpc {
namespace machine {

/// The registers of a user program.
struct ProcessorState {
  uint64_t Pc;
  /// x1 to x31.
  uint64_t X[31];
  uint64_t F[32];
  uint32_t Fcsr;
};

/// Addresses of a handler's arguments. Info is also the new stack pointer.
struct SignalFrame {
  uint64_t Info;
  uint64_t Context;
};

/// The size of siginfo_t.
constexpr unsigned InfoSize = 128;
/// Writes a siginfo_t.
void writeSignalInfo(char *Out, int Signal, const SignalOrigin &Origin);

/// Writes the frame of a handler. Returns none if the stack is not writable.
std::optional<SignalFrame> writeSignalFrame(GuestMemory &Memory,
                                            const SignalDelivery &Delivery,
                                            const ProcessorState &State);

/// Reads the frame at \p StackPointer, with the signal mask and the alternate
/// stack to restore. Returns none if it is not readable.
std::optional<ProcessorState> readSignalFrame(const GuestMemory &Memory,
                                              uint64_t StackPointer,
                                              uint64_t &Mask,
                                              SignalStack &Alternate);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_SIGNALFRAME_H
