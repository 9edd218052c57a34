//===- SignalFrame.cpp - Stack frame of a signal handler ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SignalFrame.h"
#include <cstring>
#include <unistd.h>

using namespace udpc::machine;

namespace {
/// siginfo_t.
struct Info {
  int32_t Signal, Error, Code, Padding;
  /// The sending process and user, or an address.
  uint64_t Sender;
  uint64_t Rest[13];
};

/// ucontext_t. uc_mcontext is aligned to 16 bytes; vector registers would
/// follow it.
struct Context {
  uint64_t Flags, Link;
  SignalStack Stack;
  uint64_t Mask;
  uint64_t Unused[15];
  uint64_t Padding;
  uint64_t Pc, X[31];
  uint64_t F[32];
  uint32_t Fcsr, FloatPadding[3];
  uint64_t QuadRest[32];
};

struct Frame {
  Info I;
  Context C;
};
} // namespace

static_assert(sizeof(Info) == InfoSize, "siginfo_t");
static_assert(offsetof(Context, Mask) == 40 && offsetof(Context, Pc) == 176 &&
                  sizeof(Context) == 960,
              "ucontext_t");

void udpc::machine::writeSignalInfo(char *Out, int Signal,
                                    const SignalOrigin &Origin) {
  Info I = {};
  I.Signal = Signal;
  I.Code = Origin.Code;
  I.Sender = Origin.Sender;
  std::memcpy(Out, &I, sizeof(I));
}

std::optional<SignalFrame>
udpc::machine::writeSignalFrame(GuestMemory &Memory,
                                const SignalDelivery &Delivery,
                                const ProcessorState &State) {
  uint64_t Address = (Delivery.StackTop - sizeof(Frame)) & ~uint64_t(15);
  char *Out = Memory.bytes(Address, sizeof(Frame), MayWrite);
  if (!Out)
    return std::nullopt;
  Frame F = {};
  F.I.Signal = Delivery.Number;
  F.I.Code = Delivery.Origin.Code;
  F.I.Sender = Delivery.Origin.Sender;
  F.C.Stack = Delivery.Alternate;
  F.C.Mask = Delivery.Mask;
  F.C.Pc = State.Pc;
  std::memcpy(F.C.X, State.X, sizeof(F.C.X));
  std::memcpy(F.C.F, State.F, sizeof(F.C.F));
  F.C.Fcsr = State.Fcsr;
  std::memcpy(Out, &F, sizeof(F));
  return SignalFrame{Address, Address + offsetof(Frame, C)};
}

std::optional<ProcessorState>
udpc::machine::readSignalFrame(const GuestMemory &Memory, uint64_t StackPointer,
                               uint64_t &Mask, SignalStack &Alternate) {
  const char *In = Memory.bytes(StackPointer, sizeof(Frame), MayRead);
  if (!In)
    return std::nullopt;
  Frame F;
  std::memcpy(&F, In, sizeof(F));
  ProcessorState State;
  State.Pc = F.C.Pc;
  std::memcpy(State.X, F.C.X, sizeof(F.C.X));
  std::memcpy(State.F, F.C.F, sizeof(F.C.F));
  State.Fcsr = F.C.Fcsr;
  Mask = F.C.Mask;
  Alternate = F.C.Stack;
  return State;
}
