//===- Machine.cpp - Runs a riscv64 program -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/emulator/Machine.h"
#include "tools/machine/linux/SystemCallNumbers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <unicorn/unicorn.h>
#include <utility>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

/// Value of mstatus.FS that enables floating point.
constexpr uint64_t FloatingPointOn = 0x6000;
/// Largest code for which Classes is allocated; larger code uses OtherClasses.
constexpr uint64_t LargestCode = uint64_t(256) << 20;

/// The whole address space in the emulator's notation: the first address is
/// greater than the last.
constexpr uint64_t EverywhereFirst = 1, EverywhereLast = 0;

void Machine::warn(const Twine &Message) {
  WithColor::warning(errs(), "udpc-machine") << Message << '\n';
}

//===----------------------------------------------------------------------===//
// The emulator
//===----------------------------------------------------------------------===//

Machine::Machine(GuestMemory &Memory, SystemCalls &Calls,
                 const MachineOptions &Options)
    : Memory(Memory), Calls(Calls), Options(Options), Caches(Options.Caches) {}

Machine::~Machine() {
  Memory.observe(nullptr);
  if (Engine)
    uc_close(Engine);
}

Expected<std::unique_ptr<Machine>>
Machine::create(GuestMemory &Memory, SystemCalls &Calls,
                const MachineOptions &Options) {
  std::unique_ptr<Machine> M(new Machine(Memory, Calls, Options));
  Calls.tracing().shareRegisters(M->Registers);
  if (Error E = M->start())
    return std::move(E);
  Memory.observe(M.get());
  return M;
}

/// Returns an error for a code of the emulator.
static Error failed(uc_err Code) {
  return createStringError("the emulator failed: " + Twine(uc_strerror(Code)));
}

Error Machine::start() {
  if (uc_err Code = uc_open(UC_ARCH_RISCV, UC_MODE_RISCV64, &Engine))
    return failed(Code);
  uint64_t Status = FloatingPointOn;
  uc_reg_write(Engine, UC_RISCV_REG_MSTATUS, &Status);
  uc_hook Hook;
  uc_err Code = uc_hook_add(Engine, &Hook, UC_HOOK_CODE,
                            reinterpret_cast<void *>(&onInstruction), this,
                            EverywhereFirst, EverywhereLast);
  if (!Code)
    Code = uc_hook_add(Engine, &Hook, UC_HOOK_INTR,
                       reinterpret_cast<void *>(&onException), this,
                       EverywhereFirst, EverywhereLast);
  if (!Code)
    Code = uc_hook_add(Engine, &Hook, UC_HOOK_MEM_INVALID,
                       reinterpret_cast<void *>(&onInvalidAccess), this,
                       EverywhereFirst, EverywhereLast);
  return Code ? failed(Code) : Error::success();
}

Error Machine::watchAccesses() {
  WatchesAccesses = true;
  uc_hook Hook;
  if (uc_err Code =
          uc_hook_add(Engine, &Hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
                      reinterpret_cast<void *>(&onAccess), this,
                      EverywhereFirst, EverywhereLast))
    return failed(Code);
  // Code translated so far does not call the hook.
  invalidateAllCode();
  return Error::success();
}

void Machine::mapped(uint64_t Address, uint64_t Size, unsigned Permissions,
                     char *Host) {
  static_assert(int(UC_PROT_READ) == MayRead &&
                    int(UC_PROT_WRITE) == MayWrite &&
                    int(UC_PROT_EXEC) == MayExecute,
                "permissions are passed on");
  if (uc_mem_map_ptr(Engine, Address, Size, Permissions, Host) != UC_ERR_OK)
    report_fatal_error("udpc-machine: the emulator cannot map memory");
  if (!(Permissions & MayExecute))
    return;
  CodePieces[Address] = Address + Size;
  if (!Classes.empty())
    return;
  CodeStart = Address;
  Classes.resize(std::min(Size, LargestCode) / 2);
}

void Machine::unmapped(uint64_t Address, uint64_t Size, unsigned Permissions) {
  if (Permissions & MayExecute) {
    invalidateCode(Address, Size);
    // A range may be unmapped in parts.
    auto It = std::prev(CodePieces.upper_bound(Address));
    uint64_t End = std::exchange(It->second, Address);
    if (It->first == Address)
      CodePieces.erase(It);
    if (End > Address + Size)
      CodePieces[Address + Size] = End;
  }
  uc_mem_unmap(Engine, Address, Size);
}

uint64_t Machine::readRegister(unsigned Number) const {
  uint64_t Value = 0;
  uc_reg_read(Engine, static_cast<int>(UC_RISCV_REG_X0 + Number), &Value);
  return Value;
}

void Machine::writeRegister(unsigned Number, uint64_t Value) {
  if (Number)
    uc_reg_write(Engine, static_cast<int>(UC_RISCV_REG_X0 + Number), &Value);
}

void Machine::jump(uint64_t Pc) {
  // Writing pc leaves the block being executed, also from a hook.
  uc_reg_write(Engine, UC_RISCV_REG_PC, &Pc);
}

uint64_t Machine::pc() const {
  uint64_t Value = 0;
  uc_reg_read(Engine, UC_RISCV_REG_PC, &Value);
  return Value;
}

void Machine::onInstruction(uc_engine *, uint64_t Pc, uint32_t, void *Self) {
  static_cast<Machine *>(Self)->step(Pc);
}

bool Machine::onAccess(uc_engine *, int, uint64_t Address, int Size, int64_t,
                       void *Self) {
  auto &M = *static_cast<Machine *>(Self);
  // An atomic operation that reads and writes is one access, as in Cachegrind.
  if (M.Registers.isCounting() && !M.HasAccessed) {
    M.HasAccessed = true;
    M.Caches.access(Address, static_cast<uint32_t>(Size), M.Registers.Counts);
  }
  return true;
}

void Machine::invalidateCode(uint64_t Address, uint64_t Size) {
  for (uint64_t I = 0; I != Size / 2; ++I) {
    uint64_t Index = (Address - CodeStart) / 2 + I;
    if (Index < Classes.size())
      Classes[Index] = 0;
  }
  OtherClasses.clear();
  uc_ctl_remove_cache(Engine, Address, Address + Size);
}

void Machine::invalidateAllCode() {
  for (auto [Start, End] : CodePieces)
    invalidateCode(Start, End - Start);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

uint32_t Machine::codeAt(uint64_t Pc) const {
  uint32_t Code = 0;
  uint16_t Half;
  std::memcpy(&Half, Memory.host(Pc), 2);
  if ((Half & 3) != 3)
    return Half;
  std::memcpy(&Code, Memory.host(Pc), 4);
  return Code;
}

InstructionClass Machine::classOf(uint64_t Pc) {
  uint64_t Index = (Pc - CodeStart) / 2;
  InstructionClass &C =
      Index < Classes.size() ? Classes[Index] : OtherClasses[Pc];
  if (LLVM_UNLIKELY(!C))
    C = classify(codeAt(Pc));
  return C;
}

void Machine::step(uint64_t Pc) {
  // After a stop the emulator calls once more without executing anything.
  if (LLVM_UNLIKELY(End.has_value()))
    return;
  if (CurrentClass)
    finish(Pc);
  if (LLVM_UNLIKELY(Registers.isDue()) && interrupt(Pc))
    return;
  if (LLVM_UNLIKELY(Executed >= TurnEnd) && isTurnOver(Pc) && endTurn(Pc))
    return;
  ++Executed;
  InstructionClass C = classOf(Pc);
  CurrentPc = Pc;
  CurrentClass = C;
  HasAccessed = false;
  if (Registers.isCounting() && Options.SimulateCaches)
    Caches.fetch(Pc, sizeOf(C), Registers.Counts);
  if (LLVM_UNLIKELY(C & MachineInstructions))
    execute(Pc, C);
}

void Machine::finish(uint64_t NextPc) {
  InstructionClass C = CurrentClass;
  CurrentClass = 0;
  if (!Registers.isCounting())
    return;
  EventCounts &Counts = Registers.Counts;
  ++Counts[Event::Instruction];
  if (C & IsLoad)
    ++Counts[Event::Load];
  if (C & IsStore)
    ++Counts[Event::Store];
  if (C & IsBranch) {
    ++Counts[Event::Branch];
    bool IsTaken = NextPc != CurrentPc + sizeOf(C);
    if (!Branches.branch(CurrentPc, IsTaken))
      ++Counts[Event::BranchMisprediction];
  }
  if (C & (IsJalr | IsCall)) {
    CurrentClass = C;
    countJump(NextPc);
    CurrentClass = 0;
  }
}

void Machine::countJump(uint64_t NextPc) {
  EventCounts &Counts = Registers.Counts;
  InstructionClass C = CurrentClass;
  if (C & IsJalr) {
    bool IsRight = C & IsReturn ? Branches.ret(NextPc)
                                : Branches.indirect(CurrentPc, NextPc);
    ++Counts[Event::Jalr];
    Counts[Event::JalrMisprediction] += !IsRight;
    if (C & IsReturn) {
      ++Counts[Event::Return];
      Counts[Event::ReturnMisprediction] += !IsRight;
    }
    if (C & IsCall) {
      ++Counts[Event::IndirectCall];
      Counts[Event::IndirectCallMisprediction] += !IsRight;
    }
  }
  if (C & IsCall)
    Branches.call(CurrentPc + sizeOf(C));
}

//===----------------------------------------------------------------------===//
// Exceptions and the end
//===----------------------------------------------------------------------===//

void Machine::stop(ProgramEnd HowEnded) {
  End = std::move(HowEnded);
  uc_emu_stop(Engine);
}

void Machine::systemCall() {
  const uint64_t Here = CurrentPc + 4;
  uint64_t NextPc = Here;
  if (stopsAtCalls())
    NextPc = stopForTracer(NextPc, /*IsCall=*/true);
  uint64_t Arguments[6];
  for (unsigned I = 0; I != 6; ++I)
    Arguments[I] = readRegister(10 + I);
  uint64_t Number = readRegister(17);
  if (SampleTracer)
    SampleTracer->called(Number, Registers);
  if (Registers.isCounting())
    beginCounting();
  if (Number == GuestRtSigreturn)
    return leaveHandler();
  CallResult Result = Calls.call(Number, Arguments);
  if (Result.Exit)
    return stop({*Result.Exit, 0, ""});
  if (Result.EndsThread)
    return enterNextThread();
  if (Result.Waits && Result.Waits->What == Wait::Host) {
    // The call has not been made, so do not count the instruction.
    CurrentClass = 0;
    --Executed;
    return leaveThread(CurrentPc, *Result.Waits);
  }
  if (Result.FlushCode)
    invalidateAllCode();
  if (Result.Starts)
    startThread(*Result.Starts, NextPc);
  if (Result.Stack)
    writeRegister(2, *Result.Stack);
  writeRegister(10, static_cast<uint64_t>(Result.Value));
  if (Result.Waits)
    return leaveThread(NextPc, *Result.Waits);
  if (stopsAtCalls())
    NextPc = stopForTracer(NextPc, /*IsCall=*/true);
  if (NextPc != Here)
    jump(NextPc);
  if (Number == GuestClone && !Result.Value && Forked)
    Forked();
  std::optional<uint64_t> Interrupted;
  if (Result.Value == -EINTR && SystemCalls::restarts(Number))
    Interrupted = Arguments[0];
  deliverSignals(NextPc, Interrupted);
}

void Machine::onException(uc_engine *, uint32_t Number, void *Self) {
  static_cast<Machine *>(Self)->exception(Number);
}

void Machine::exception(uint32_t Number) {
  // The RISC-V Instruction Set Manual, volume II: mcause.
  switch (Number) {
  case 8:
  case 11:
    return systemCall();
  case 2:
    return fault(SIGILL, "illegal instruction", {ILL_ILLOPC, CurrentPc});
  case 3:
    return fault(SIGTRAP, "breakpoint", {TRAP_BRKPT, CurrentPc});
  case 4:
  case 6:
    return fault(SIGBUS, "misaligned access", {BUS_ADRALN, CurrentPc});
  default:
    return stop({0, SIGSEGV, "exception " + std::to_string(Number)});
  }
}

ProgramEnd Machine::run(uint64_t Entry, uint64_t StackPointer) {
  writeRegister(2, StackPointer);
  if (SampleTracer)
    SampleTracer->started(Registers);
  if (Calls.tracing().isTraced())
    Entry = stopForTracer(Entry, /*IsCall=*/false);
  if (Registers.isCounting())
    beginCounting();
  uint64_t Pc = Entry;
  while (true) {
    // No address ends the emulation; stop() does.
    uc_err Code = uc_emu_start(Engine, Pc, /*until=*/~uint64_t(0), 0, 0);
    if (!End && Code)
      fault(SIGSEGV, "invalid access of memory",
            {IsProtected ? SEGV_ACCERR : SEGV_MAPERR, InvalidAddress});
    if (End)
      break;
    Pc = pc();
  }
  if (CurrentClass)
    finish(CurrentPc);
  if (!End->Reason.empty())
    End->Reason += " at 0x" + utohexstr(CurrentPc, /*LowerCase=*/true);
  return *End;
}
