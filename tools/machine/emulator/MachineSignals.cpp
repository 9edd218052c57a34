//===- MachineSignals.cpp - Calls the program's signal handlers -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/emulator/Machine.h"
#include <csignal>
#include <cstring>
#include <unicorn/unicorn.h>

using namespace udpc::machine;

/// li a7, 139; ecall. The kernel has the same code in the vDSO, by which
/// unwinders recognize a signal frame.
static constexpr uint32_t ReturnInstructions[] = {0x08b00893, 0x00000073};

ProcessorState Machine::state(uint64_t Pc) const {
  ProcessorState S;
  S.Pc = Pc;
  for (unsigned I = 0; I != 31; ++I)
    S.X[I] = readRegister(I + 1);
  for (unsigned I = 0; I != 32; ++I)
    uc_reg_read(Engine, static_cast<int>(UC_RISCV_REG_F0 + I), &S.F[I]);
  uint64_t Fcsr = 0;
  uc_reg_read(Engine, UC_RISCV_REG_FCSR, &Fcsr);
  S.Fcsr = static_cast<uint32_t>(Fcsr);
  return S;
}

void Machine::setState(const ProcessorState &S) {
  for (unsigned I = 0; I != 31; ++I)
    writeRegister(I + 1, S.X[I]);
  for (unsigned I = 0; I != 32; ++I)
    uc_reg_write(Engine, static_cast<int>(UC_RISCV_REG_F0 + I), &S.F[I]);
  uint64_t Fcsr = S.Fcsr;
  uc_reg_write(Engine, UC_RISCV_REG_FCSR, &Fcsr);
}

void Machine::callHandler(const SignalDelivery &Delivery, uint64_t Pc) {
  if (!ReturnCode) {
    ReturnCode = Memory.findFree(GuestPageSize);
    if (!ReturnCode ||
        Memory.map(ReturnCode, GuestPageSize, MayRead | MayExecute))
      return stop({0, SIGSEGV, "no memory for a signal's return"});
    std::memcpy(Memory.host(ReturnCode), ReturnInstructions,
                sizeof(ReturnInstructions));
  }
  auto Frame = writeSignalFrame(Memory, Delivery, state(Pc));
  if (!Frame)
    return stop({0, SIGSEGV, "no stack for a signal handler"});
  writeRegister(1, ReturnCode);
  writeRegister(2, Frame->Info);
  writeRegister(10, static_cast<uint64_t>(Delivery.Number));
  writeRegister(11, Frame->Info);
  writeRegister(12, Frame->Context);
}

bool Machine::deliverSignals(uint64_t Pc, std::optional<uint64_t> Interrupted) {
  uint64_t Next = Pc;
  while (auto Delivery = Calls.signals().take(readRegister(2))) {
    if (!Delivery->Handler) {
      stop({0, Delivery->Number, ""});
      return false;
    }
    if (Interrupted && Delivery->Restarts) {
      writeRegister(10, *Interrupted);
      Next -= 4;
    }
    Interrupted.reset();
    callHandler(*Delivery, Next);
    if (End)
      return false;
    Next = Delivery->Handler;
  }
  if (Next != Pc)
    jump(Next);
  return Next != Pc;
}

void Machine::leaveHandler() {
  uint64_t Mask = 0;
  auto State = readSignalFrame(Memory, readRegister(2), Mask,
                               Calls.signals().alternate());
  if (!State)
    return stop({0, SIGSEGV, "no frame of a signal"});
  setState(*State);
  Calls.signals().setMask(Mask);
  jump(State->Pc);
  deliverSignals(State->Pc);
}

void Machine::fault(int Signal, const char *Reason,
                    const SignalOrigin &Origin) {
  SignalDelivery Delivery =
      Calls.signals().force(Signal, Origin, readRegister(2));
  if (!Delivery.Handler)
    return stop({0, Signal, Reason});
  // The instruction has not been executed.
  CurrentClass = 0;
  --Executed;
  callHandler(Delivery, CurrentPc);
  if (!End)
    jump(Delivery.Handler);
}

bool Machine::onInvalidAccess(uc_engine *, int Type, uint64_t Address, int,
                              int64_t, void *Self) {
  auto &M = *static_cast<Machine *>(Self);
  M.InvalidAddress = Address;
  M.IsProtected = Type == UC_MEM_READ_PROT || Type == UC_MEM_WRITE_PROT ||
                  Type == UC_MEM_FETCH_PROT;
  return false;
}
