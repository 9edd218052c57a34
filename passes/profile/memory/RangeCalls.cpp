//===- RangeCalls.cpp - Library functions that access ranges --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/RangeCalls.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;
using namespace udpc;
using abi::RangeKind;

std::optional<RangeCall> udpc::rangeCallOf(const MachineInstr &MI) {
  if (!MI.isCall() || MI.isInlineAsm())
    return std::nullopt;
  StringRef Name;
  for (const MachineOperand &Op : MI.explicit_operands()) {
    if (Op.isSymbol())
      Name = Op.getSymbolName();
    else if (Op.isGlobal() && Op.getGlobal()->isDeclarationForLinker())
      Name = Op.getGlobal()->getName();
  }
  auto Kind = StringSwitch<std::optional<RangeKind>>(Name)
                  .Cases({"memcpy", "memmove", "mempcpy"}, RangeKind::Copy)
                  .Case("memset", RangeKind::Set)
                  .Cases({"memcmp", "bcmp"}, RangeKind::Compare)
                  .Case("memchr", RangeKind::Find)
                  .Case("strlen", RangeKind::StringLength)
                  .Cases({"strcpy", "stpcpy"}, RangeKind::StringCopy)
                  .Case("strcmp", RangeKind::StringCompare)
                  .Default(std::nullopt);
  if (!Kind)
    return std::nullopt;
  return RangeCall{*Kind, Name};
}
