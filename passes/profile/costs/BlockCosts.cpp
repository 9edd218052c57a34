//===- BlockCosts.cpp - Numbers of emitted instructions -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/BlockCosts.h"
#include "passes/profile/placement/Segments.h"
#include "passes/target/TargetNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

/// Whether \p Word is a prefix. Prefixes may be separate statements: "lock;
/// incl".
static bool isPrefix(StringRef Word) {
  return StringSwitch<bool>(Word)
      .CasesLower({"lock", "rep", "repe", "repz", "repne", "repnz", "data16",
                   "addr32", "cs", "ds", "es", "fs", "gs", "ss", "rex64",
                   "notrack", "xacquire", "xrelease"},
                  true)
      .Default(false);
}

/// Whether \p Statement, with no label before it, is an instruction.
static bool isInstruction(StringRef Statement) {
  StringRef Word = Statement.take_until([](char C) { return isSpace(C); });
  StringRef Rest = Statement.drop_front(Word.size()).trim();
  if (isPrefix(Word))
    return !Rest.empty() && isInstruction(Rest);
  // Other statements are directives and assignments.
  return !Word.empty() && Word.front() != '.' && !Rest.starts_with("=");
}

static StringRef withoutLabels(StringRef Statement) {
  for (;;) {
    Statement = Statement.trim();
    size_t Length = Statement.find_if_not(
        [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == '$'; });
    if (Length == StringRef::npos || Length == 0 || Statement[Length] != ':')
      return Statement;
    Statement = Statement.drop_front(Length + 1);
  }
}

unsigned udpc::instructionsInText(StringRef Assembly, const MCAsmInfo &MAI) {
  unsigned Count = 0;
  SmallVector<StringRef> Lines, Statements;
  Assembly.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.take_front(Line.find(MAI.getCommentString()));
    Statements.clear();
    Line.split(Statements, MAI.getSeparatorString());
    for (StringRef S : Statements)
      Count += isInstruction(withoutLabels(S));
  }
  return Count;
}

unsigned udpc::instructionsOf(const MachineInstr &MI) {
  if (!isCode(MI))
    return 0;
  const MachineFunction &MF = *MI.getMF();
  if (MI.isInlineAsm())
    return MI.getOperand(0).isSymbol()
               ? instructionsInText(MI.getOperand(0).getSymbolName(),
                                    *MF.getTarget().getMCAsmInfo())
               : 1;
  // Some pseudos are expanded to several instructions when printed.
  return StringSwitch<unsigned>(opcodeName(MI))
      // lea, call __tls_get_addr.
      .Cases({"TLS_addr64", "TLS_base_addr64"}, 2)
      // lea, call *tlsdesc, (add): counts up to the call.
      .Case("TLS_desc64", 2)
      .Default(1);
}
