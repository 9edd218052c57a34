//===- MachineInstructions.cpp - Executes what the emulator does not ------===//
//
// Hints that read and write the counter registers, and rdcycle, rdtime and
// rdinstret.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/machine/emulator/Machine.h"
#include "tools/qemu/OverflowLog.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

/// Frequency of rdtime in Hz, as on most boards.
constexpr uint64_t TimeFrequency = 10000000;

void Machine::execute(uint64_t Pc, InstructionClass C) {
  uint32_t Code = codeAt(Pc);
  // The instruction counts under the registers as they are before it.
  finish(Pc + sizeOf(C));
  if (C & IsRegisterHint)
    executeHint(Pc + sizeOf(C), Code);
  else if (C & IsCounterRead)
    executeCounterRead(Pc, Code);
  else if (C & IsFenceI)
    invalidateAllCode();
  else if (Unit)
    Unit->executed(Calls.threads().current().Number,
                   encoding::riscv64::fields(Code), Pc);
}

void Machine::executeHint(uint64_t NextPc, uint32_t Code) {
  RegisterHint Hint = registerHint(Code);
  if (CounterRegisters::isWrite(Hint.Tag)) {
    Registers.write(Hint.Tag, readRegister(Hint.Register));
    // The block being executed does not report its accesses yet: leave it.
    if (Registers.isCounting() && beginCounting())
      jump(NextPc);
    if (Registers.sampleEventSel() > 3 && !WarnedOfSelection) {
      WarnedOfSelection = true;
      warn("sampleEventSel is " + Twine(Registers.sampleEventSel()) +
           ", which selects no event: only 0 to 3 do; no sample will be taken");
    }
  } else if (CounterRegisters::isRead(Hint.Tag)) {
    warnOfZeroCounter(Hint.Tag);
    writeRegister(Hint.Register, Registers.read(Hint.Tag));
  } else if (Hint.Tag == int(RegisterTag::UserReturn)) {
    if (std::optional<uint64_t> Target =
            Registers.returnAddress(Hint.Register)) {
      IsInHandler = false;
      jump(*Target);
    }
  }
}

bool Machine::beginCounting() {
  if (WatchesAccesses || !Options.SimulateCaches)
    return false;
  if (Error E = watchAccesses())
    report_fatal_error(Twine("udpc-machine: ") + toString(std::move(E)));
  return true;
}

void Machine::warnOfZeroCounter(int Tag) {
  int Counter = Tag - int(RegisterTag::ReadCounter0);
  if (WarnedOfZero || Counter < 0)
    return;
  bool IsZero = Counter >= int(NumEventCounters) ||
                describeCounter(Counter).Kind == CounterKind::Zero;
  if (!IsZero)
    return;
  WarnedOfZero = true;
  warn("the program reads counter " + Twine(Counter) +
       ", which the machine does not model; it reads 0, as others do: see "
       "docs/machine.md");
}

void Machine::executeCounterRead(uint64_t Pc, uint32_t Code) {
  uint64_t Value;
  switch (Code >> 20) {
  case 0xc00:
    Value = cycles() - 1;
    break;
  case 0xc01:
    Value = qemu::monotonicTime() / (1000000000 / TimeFrequency);
    break;
  default:
    Value = Executed - 1;
    break;
  }
  writeRegister(Code >> 7 & 31, Value);
  jump(Pc + 4);
}
