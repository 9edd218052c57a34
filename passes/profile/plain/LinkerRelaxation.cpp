//===- LinkerRelaxation.cpp - Loads that linkers relax --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/SlotStorage.h"
#include "passes/profile/plain/PlainBuild.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

/// Whether \p Name is mangled and in a namespace of the C++ library, or the
/// type information of a fundamental type or of a pointer to one.
static bool isOfCxxLibrary(StringRef Name) {
  if (!Name.consume_front("_Z"))
    return false;
  bool IsTypeInfo = Name.consume_front("TI") || Name.consume_front("TS");
  if (!IsTypeInfo && !Name.consume_front("TV"))
    Name.consume_front("TT");
  if (IsTypeInfo) {
    StringRef Pointee = Name;
    if (Pointee.consume_front("P"))
      Pointee.consume_front("K");
    // Dn is nullptr_t.
    if (Pointee.size() == 1 || (Pointee.size() == 2 && Pointee[0] == 'D'))
      return true;
  }
  if (Name.consume_front("N"))
    Name.consume_front("K");
  // S begins std and the abbreviations of its classes.
  return Name.starts_with("S") || Name.starts_with("9__gnu_cxx") ||
         Name.starts_with("10__cxxabiv1");
}

/// Whether shared libraries define the symbol \p Name.
static bool isOfLibrary(StringRef Name, const Triple &T) {
  static const TargetLibraryInfoImpl Functions(T);
  LibFunc Unused;
  // Reserved names belong to C libraries.
  return Name.starts_with("__") || isOfCxxLibrary(Name) ||
         Functions.getLibFunc(Name, Unused) ||
         StringSwitch<bool>(Name)
             .Cases({"stdin", "stdout", "stderr", "environ", "optarg", "optind",
                     "opterr", "optopt", "timezone", "daylight", "tzname",
                     "signgam", "program_invocation_name",
                     "program_invocation_short_name"},
                    true)
             .Default(false);
}

bool udpc::isLoadForLinker(const MachineInstr &MI) {
  // In a shared library other modules may define the symbol, too.
  if (!isExecutableCode(*MI.getMF()->getFunction().getParent()))
    return false;
  const X86Code &X86 = X86Code::get(*MI.getMF());
  for (const MachineOperand &Op : MI.operands()) {
    if (!Op.isGlobal() && !Op.isSymbol())
      continue;
    bool IsMove = MI.getOpcode() == X86.MOV64rm;
    bool IsRelaxed = Op.getTargetFlags() == X86.TableEntry
                         ? IsMove || MI.isCall() || MI.isBranch()
                         : Op.getTargetFlags() == X86.ThreadTableEntry &&
                               (IsMove || MI.getOpcode() == X86.ADD64rm);
    if (!IsRelaxed)
      continue;
    if (Op.isSymbol())
      return false;
    const GlobalValue &Symbol = *Op.getGlobal();
    // Undefined weak symbols resolve to zero by their table entry.
    return !Symbol.hasExternalWeakLinkage() &&
           (!Symbol.isDeclaration() ||
            !isOfLibrary(Symbol.getName(),
                         MI.getMF()->getTarget().getTargetTriple()));
  }
  return false;
}
