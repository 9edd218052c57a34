//===- LinkerRelaxation.cpp - Loads that linkers relax --------------------===//

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

/// Whether shared libraries define the symbol.
static bool isOfLibrary(StringRef Name, const Triple &T) {
  static const TargetLibraryInfoImpl Functions(T);
  LibFunc Unused;
  // C++ (namespace std) and reserved names.
  return Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
         Name.starts_with("_ZNKSt") || Name.starts_with("__") ||
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
