//===- MemoryAccesses.cpp - Memory accesses of instructions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/profile/plain/PlainBuild.h"
#include "passes/target/TargetNames.h"
#include "passes/target/X86Code.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;
using abi::AccessKind;

namespace {

/// The implicit address of an access without operand.
enum class ImplicitAddress : uint8_t {
  None,
  Pushed,      ///< Below the stack pointer.
  Popped,      ///< At the stack pointer.
  Frame,       ///< At rbp.
  Source,      ///< At rsi.
  Destination, ///< At rdi.
};

struct Implicit {
  ImplicitAddress Where = ImplicitAddress::None;
  AccessKind Kind = AccessKind::Load;
};

/// The accesses of an opcode.
struct Entry {
  bool IsKnown = false;
  uint8_t Size = 0; ///< Size of the explicit operand; 0: it has none.
  uint8_t ImplicitSize = 0;
  uint8_t Times = 1;
  bool IsScattered = false;
  /// Whether Valgrind loads, and then repeats a compare-and-exchange until it
  /// succeeds.
  bool IsLocked = false;
  AccessKind Kind = AccessKind::Load;
  int8_t Operand = -1;
  Implicit Others[2];
};

} // namespace

/// The maximum size of an access: Cachegrind limits it to a line.
constexpr unsigned MostBytes = 64;

/// The size that Intel syntax prints, as in "dword ptr"; an instruction's
/// description has none.
static unsigned sizeInIntelSyntax(const MachineFunction &MF, unsigned Opcode,
                                  int Operand) {
  const TargetMachine &TM = MF.getTarget();
  const MCInstrInfo &MII = *TM.getMCInstrInfo();
  const MCRegisterInfo &MRI = *TM.getMCRegisterInfo();
  std::unique_ptr<MCInstPrinter> Printer(TM.getTarget().createMCInstPrinter(
      TM.getTargetTriple(), /*SyntaxVariant=*/1, *TM.getMCAsmInfo(), MII, MRI));
  MCInst Inst;
  Inst.setOpcode(Opcode);
  for (auto [Index, Info] : enumerate(MII.get(Opcode).operands())) {
    int InAddress = static_cast<int>(Index) - Operand;
    if (InAddress >= 0 && InAddress < X86NumAddressOperands) {
      if (InAddress == X86Scale)
        Inst.addOperand(MCOperand::createImm(1));
      else if (InAddress == X86Displacement)
        Inst.addOperand(MCOperand::createImm(0));
      else
        Inst.addOperand(MCOperand::createReg(0));
    } else if (Info.RegClass >= 0) {
      Inst.addOperand(
          MCOperand::createReg(MRI.getRegClass(Info.RegClass).getRegister(0)));
    } else {
      Inst.addOperand(MCOperand::createImm(0));
    }
  }
  std::string Text;
  raw_string_ostream OS(Text);
  Printer->printInst(&Inst, 0, "", MF.getSubtarget(), OS);
  StringRef Before = StringRef(Text).split(" ptr ").first;
  if (Before.size() == Text.size())
    return 0;
  StringRef Word = Before.substr(Before.find_last_of(" \t,") + 1);
  return StringSwitch<unsigned>(Word)
      .Case("byte", 1)
      .Case("word", 2)
      .Case("dword", 4)
      .Case("fword", 6)
      .Case("qword", 8)
      .Case("tbyte", 10)
      .Case("xmmword", 16)
      .Case("ymmword", 32)
      .Case("zmmword", 64)
      .Default(0);
}

/// The size of the explicit operand of instructions that access a structure,
/// which have no size in Intel syntax.
static unsigned structureSize(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .StartsWith("FSTENV", 28)
      .StartsWith("FLDENV", 28)
      .Cases({"FSAVEm", "FRSTORm"}, MostBytes)
      .StartsWith("FXSAVE", MostBytes)
      .StartsWith("FXRSTOR", MostBytes)
      .StartsWith("XSAVE", MostBytes)
      .StartsWith("XRSTOR", MostBytes)
      .Default(0);
}

static bool accessesNothing(StringRef Name) {
  for (StringRef Prefix :
       {"LEA", "NOOP", "PREFETCH", "CLFLUSH", "CLWB", "CLDEMOTE", "INVLPG",
        "ENDBR", "TLS", "VGATHERPF", "VSCATTERPF", "EH_"})
    if (Name.starts_with(Prefix) && !Name.starts_with("LEAVE"))
      return true;
  return false;
}

/// The kind of the explicit access. The descriptions of some instructions say
/// neither load nor store, or both.
static AccessKind kindOf(const MCInstrDesc &Desc, StringRef Name) {
  if (Name.starts_with("FXSAVE") || Name.starts_with("XSAVE") ||
      Name.starts_with("FSTENV") || Name.starts_with("FSAVE") ||
      Name.starts_with("MOVDIRI") || Name.starts_with("MMX_MOVNTQ") ||
      Name.starts_with("VEXTRACT") ||
      (Name.contains("MASKMOV") && Name.ends_with("mr")))
    return AccessKind::Store;
  if (Name.starts_with("FXRSTOR") || Name.starts_with("XRSTOR") ||
      Name.contains("LDMXCSR"))
    return AccessKind::Load;
  if (Desc.mayLoad() && Desc.mayStore())
    return AccessKind::Modify;
  return Desc.mayStore() ? AccessKind::Store : AccessKind::Load;
}

static bool isLocked(StringRef Name) {
  return Name.starts_with("LOCK_") || Name.starts_with("LXADD") ||
         Name.starts_with("XCHG") || Name.ends_with("Locked");
}

/// The size of an element for movs, stos, lods, cmps and scas, repeated or not;
/// 0 for others.
static unsigned stringElement(StringRef Name, StringRef &Operation) {
  Name.consume_front("REP_");
  Name.consume_front("REPE_");
  Name.consume_front("REPNE_");
  if (Name.ends_with("_64") || Name.ends_with("_32"))
    Name = Name.drop_back(3);
  if (Name.size() != 5)
    return 0;
  Operation = Name.take_front(4);
  if (!is_contained({"MOVS", "STOS", "LODS", "CMPS", "SCAS"}, Operation))
    return 0;
  switch (Name.back()) {
  case 'B':
    return 1;
  case 'W':
    return 2;
  case 'L':
  case 'D':
    return 4;
  case 'Q':
    return 8;
  default: // MOVSS
    return 0;
  }
}

/// The size in bytes if \p Name is \p Operation and a size in bits: "PUSH64r",
/// and not "PUSHFS64"; else 0.
static unsigned stackBytes(StringRef Name, StringRef Operation) {
  if (!Name.consume_front(Operation))
    return 0;
  if (Name.starts_with("64"))
    return 8;
  return Name.starts_with("16") ? 2 : 0;
}

static void addImplicit(Entry &E, const MCInstrDesc &Desc, StringRef Name) {
  auto Set = [&](unsigned Size, Implicit First, Implicit Second = {}) {
    E.ImplicitSize = Size;
    E.Others[0] = First;
    E.Others[1] = Second;
  };
  constexpr AccessKind Load = AccessKind::Load, Store = AccessKind::Store;
  StringRef String;
  if (unsigned Size = stringElement(Name, String)) {
    E.Size = 0; // Instructions with explicit operands have no implicit ones.
    if (String == "MOVS")
      return Set(Size, {ImplicitAddress::Source, Load},
                 {ImplicitAddress::Destination, Store});
    if (String == "STOS")
      return Set(Size, {ImplicitAddress::Destination, Store});
    if (String == "LODS")
      return Set(Size, {ImplicitAddress::Source, Load});
    if (String == "SCAS")
      return Set(Size, {ImplicitAddress::Destination, Load});
    return Set(Size, {ImplicitAddress::Source, Load},
               {ImplicitAddress::Destination, Load});
  }
  for (StringRef Push : {"PUSH", "PUSHF", "PUSHFS", "PUSHGS", "PUSHP"})
    if (unsigned Size = stackBytes(Name, Push)) {
      E.Kind = Load; // Reads the pushed value.
      return Set(Size, {ImplicitAddress::Pushed, Store});
    }
  for (StringRef Pop : {"POP", "POPF", "POPFS", "POPGS", "POPP"})
    if (unsigned Size = stackBytes(Name, Pop)) {
      E.Kind = Store;
      return Set(Size, {ImplicitAddress::Popped, Load});
    }
  if (Name.starts_with("LEAVE"))
    return Set(8, {ImplicitAddress::Frame, Load});
  if (Name == "MASKMOVDQU64" || Name == "VMASKMOVDQU64")
    return Set(16, {ImplicitAddress::Destination, AccessKind::Modify});
  // A tail call is a jump.
  bool IsTailCall = Name.starts_with("TAILJMP") || Name.starts_with("TCRETURN");
  if (Desc.isReturn() && !IsTailCall && Name.starts_with("RET"))
    return Set(8, {ImplicitAddress::Popped, Load});
  if (Name.starts_with("CALL") || Name.starts_with("TLS"))
    return Set(8, {ImplicitAddress::Pushed, Store});
}

/// The number of the memory operand, also for pseudo instructions.
static int memoryOperand(const MCInstrDesc &Desc, StringRef Name) {
  if (Name.starts_with("TAILJMPm"))
    return 0;
  return x86MemoryOperand(Desc, Name);
}

/// Sets the elements of gathers, scatters and moves under a mask.
static void addElements(Entry &E, const MachineFunction &MF,
                        const MCInstrDesc &Desc, StringRef Name) {
  bool IsMove = Name.contains("MASKMOV");
  int16_t IndexClass = Desc.operands()[E.Operand + X86Index].RegClass;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  unsigned IndexBits =
      IndexClass < 0 ? 0 : TRI.getRegSizeInBits(*TRI.getRegClass(IndexClass));
  E.IsScattered = IndexBits > 64;
  if (!IsMove && !E.IsScattered)
    return;
  // The first letter names the index, the second the element.
  auto HasOne = [&](ArrayRef<StringRef> Parts) {
    return any_of(Parts, [&](StringRef P) { return Name.contains(P); });
  };
  unsigned Element = HasOne({"DQ", "QQ", "PD", "MOVQ"}) ? 8 : 4;
  E.Times = E.Size / Element;
  if (IsMove)
    return;
  unsigned Addresses = IndexBits / (HasOne({"GATHERQ", "SCATTERQ"}) ? 64 : 32);
  E.Times =
      E.Size > Element ? std::min<unsigned>(E.Times, Addresses) : Addresses;
  E.Size = Element;
}

static Entry entryOf(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const MCInstrDesc &Desc = MI.getDesc();
  StringRef Name = opcodeName(MI);
  Entry E;
  E.IsKnown = true;
  int Operand = memoryOperand(Desc, Name);
  if (Operand >= 0 && !accessesNothing(Name)) {
    E.Operand = Operand;
    E.Kind = kindOf(Desc, Name);
    E.Size = Name.starts_with("TAILJMPm")
                 ? 8
                 : sizeInIntelSyntax(MF, MI.getOpcode(), Operand);
    if (!E.Size)
      E.Size = structureSize(Name);
    E.IsLocked = isLocked(Name);
    addElements(E, MF, Desc, Name);
  }
  addImplicit(E, Desc, Name);
  return E;
}

static const Entry &lookUp(const MachineInstr &MI) {
  // Code of several modules may be generated by as many threads.
  static thread_local std::vector<Entry> Entries;
  unsigned Opcode = MI.getOpcode();
  if (Entries.size() <= Opcode)
    Entries.resize(MI.getMF()->getSubtarget().getInstrInfo()->getNumOpcodes());
  if (!Entries[Opcode].IsKnown)
    Entries[Opcode] = entryOf(MI);
  return Entries[Opcode];
}

static MemoryAccess implicitAccess(const MachineInstr &MI, Implicit I,
                                   unsigned Size) {
  const X86Code &X86 = X86Code::get(*MI.getMF());
  MemoryAccess A;
  A.Kind = I.Kind;
  A.Size = Size;
  A.Base = X86.RSP;
  if (I.Where == ImplicitAddress::Pushed)
    A.Displacement = -static_cast<int32_t>(Size);
  else if (I.Where == ImplicitAddress::Frame)
    A.Base = X86.General[X86Code::RBP];
  else if (I.Where == ImplicitAddress::Source)
    A.Base = X86.General[X86Code::RSI];
  else if (I.Where == ImplicitAddress::Destination)
    A.Base = X86.General[X86Code::RDI];
  return A;
}

SmallVector<MemoryAccess, 2> udpc::accessesOf(const MachineInstr &MI) {
  SmallVector<MemoryAccess, 2> Result;
  // LLVM's own opcodes, which all targets have, come first.
  if (MI.getOpcode() <= TargetOpcode::GENERIC_OP_END)
    return Result;
  const Entry &E = lookUp(MI);
  MemoryAccess Explicit;
  if (E.Size && !isLoadForLinker(MI)) {
    Explicit.Kind = E.Kind;
    Explicit.Size = std::min<unsigned>(E.Size, MostBytes);
    Explicit.Operand = E.Operand;
    Explicit.Times = E.Times;
    Explicit.IsScattered = E.IsScattered;
    if (E.IsLocked) {
      MemoryAccess First = Explicit;
      First.Kind = AccessKind::Load;
      Result.push_back(First);
    }
    Result.push_back(Explicit);
  }
  for (const Implicit &I : E.Others)
    if (I.Where != ImplicitAddress::None)
      Result.push_back(implicitAccess(MI, I, E.ImplicitSize));
  // The popped value is loaded first.
  if (E.Size && E.Kind == AccessKind::Store)
    std::rotate(Result.begin(), Result.begin() + 1, Result.end());
  return Result;
}

bool udpc::isLockedUpdate(const MachineInstr &MI) {
  const Entry &E = lookUp(MI);
  return E.IsLocked && E.Size;
}

AccessCounts udpc::accessCountsOf(const MachineInstr &MI) {
  AccessCounts Counts;
  for (const MemoryAccess &A : accessesOf(MI)) {
    (A.Kind == AccessKind::Store ? Counts.Writes : Counts.Reads) += A.Times;
  }
  return Counts;
}
