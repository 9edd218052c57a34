//===- TargetNames.cpp - Opcodes and registers by name --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/TargetNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace udpc;

/// The opcode at which \p Name is if it is sorted in. TableGen sorts the
/// instructions of a target by name, after its pseudo instructions. All of
/// x86's 20,000 names take half a megabyte, whose pages a compilation of a
/// small file does not touch otherwise.
static unsigned findSorted(const TargetInstrInfo &TII, StringRef Name) {
  auto Opcodes = seq(0u, TII.getNumOpcodes());
  return *partition_point(Opcodes, [&](unsigned O) {
    return TII.get(O).isPseudo() || TII.getName(O) < Name;
  });
}

unsigned udpc::opcodeNamed(const TargetInstrInfo &TII, StringRef Name) {
  unsigned Sorted = findSorted(TII, Name);
  if (Sorted != TII.getNumOpcodes() && TII.getName(Sorted) == Name)
    return Sorted;
  for (unsigned O = 0; O != TII.getNumOpcodes(); ++O)
    if (TII.getName(O) == Name)
      return O;
  report_fatal_error("LLVM has no instruction " + Name);
}

StringRef udpc::opcodeName(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

MCRegister udpc::registerNamed(const TargetRegisterInfo &TRI, StringRef Name) {
  for (unsigned R = 1; R != TRI.getNumRegs(); ++R)
    if (Name == TRI.getName(R))
      return R;
  return MCRegister();
}

SmallVector<MCPhysReg, 0> udpc::registersNamed(const TargetRegisterInfo &TRI,
                                               ArrayRef<StringRef> Names) {
  SmallVector<MCPhysReg, 0> Registers;
  for (StringRef Name : Names)
    if (MCRegister Reg = registerNamed(TRI, Name))
      Registers.push_back(Reg);
  return Registers;
}

unsigned udpc::operandFlagNamed(const TargetInstrInfo &TII, StringRef Name) {
  for (auto Flags : {TII.getSerializableDirectMachineOperandTargetFlags(),
                     TII.getSerializableBitmaskMachineOperandTargetFlags()})
    for (auto [Value, Text] : Flags)
      if (Name == Text)
        return Value;
  return 0;
}
