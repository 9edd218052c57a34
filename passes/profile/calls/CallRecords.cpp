//===- CallRecords.cpp - Records the calls of a unit ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/calls/CallRecords.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/options/ProfileOptions.h"
#include "passes/profile/costs/BlockCosts.h"
#include "passes/profile/costs/Branches.h"
#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// A function
//===----------------------------------------------------------------------===//

FunctionCalls::FunctionCalls(FunctionCosts &P, const CallVariables &Variables,
                             bool AllCosts)
    : P(P),
      Code(P.function(), Variables,
           AllCosts ? CallCode::Inline::Never : CallCode::Inline::IfUsual),
      AllCosts(AllCosts), FindsState(Variables.Library) {
  Offer = Code.offerAtEntry();
  findPieces();
  findCalls();
}

/// Whether \p MI is a call that is followed by the next instruction, unless the
/// callee does not return.
static bool isInnerCall(const MachineInstr &MI) {
  return MI.isCall() && !MI.isTerminator() && !MI.isInlineAsm();
}

static TotalPlacement::Amounts costsOf(const MachineInstr &MI,
                                       bool IsRepetition) {
  TotalPlacement::Amounts A = {int64_t(instructionsOf(MI))};
  if (!isRepeated(MI) || IsRepetition) {
    AccessCounts Accesses = accessCountsOf(MI);
    A[1] = Accesses.Reads;
    A[2] = Accesses.Writes;
  }
  BranchCounts Branches = branchCountsOf(MI, IsRepetition);
  A[3] = Branches.Conditional;
  A[4] = Branches.Indirect;
  return A;
}

/// Whether \p Call may leave the function without the runtime learning which
/// call it was: by an exception through code without a profile, which has no
/// entry in the stack of calls, or by returning twice.
static bool mayLeaveUnseen(const MachineInstr &Call) {
  const MachineFunction &MF = *Call.getMF();
  if (mayBeReentered(MF))
    return true;
  if (MF.getFunction().doesNotThrow())
    return false;
  for (const MachineOperand &Op : Call.operands()) {
    if (Op.isSymbol())
      return false;
    if (!Op.isGlobal())
      continue;
    const auto *Callee =
        dyn_cast_or_null<Function>(Op.getGlobal()->getAliaseeObject());
    return !Callee ||
           (Callee->isDeclarationForLinker() && !Callee->doesNotThrow());
  }
  return true;
}

/// Whether the return address of \p MI is the next instruction.
static bool isPlainCall(const MachineInstr &MI) {
  StringRef Name = opcodeName(MI);
  return Name.starts_with("CALL");
}

/// Divides segments at calls, and chooses where totals are added.
void FunctionCalls::findPieces() {
  ArrayRef<Segment> Segments = P.segments();
  ArrayRef<uint64_t> Times = P.expectedTimes();
  TotalPlacement Placement;
  std::vector<unsigned> First(Segments.size()), Last(Segments.size());
  std::vector<const MachineInstr *> CallAtEnd;
  for (auto [Index, S] : enumerate(Segments)) {
    if (S.IsRepetition) {
      Pieces.push_back({S, costsOf(*S.Instructions.front(), true)});
      continue;
    }
    First[Index] = Pieces.size();
    Piece Empty = {Segment(), {int64_t(S.NumNops)}};
    Empty.Code.Block = S.Block;
    Empty.Code.NumNops = S.NumNops;
    auto Begin = [&] {
      Pieces.push_back(Empty);
      CallAtEnd.push_back(nullptr);
    };
    Begin();
    for (MachineInstr *MI : S.Instructions) {
      if (CallAtEnd.back())
        Begin();
      Pieces.back().Code.Instructions.push_back(MI);
      TotalPlacement::Amounts Costs = costsOf(*MI, false);
      for (size_t I = 0; I != Costs.size(); ++I)
        Pieces.back().Costs[I] += Costs[I];
      if (isInnerCall(*MI))
        CallAtEnd.back() = MI;
    }
    Last[Index] = Pieces.size() - 1;
  }
  // Repetitions come last; the numbers of other pieces are those in Placement.
  auto NumFlowing =
      count_if(Pieces, [](const Piece &P) { return !P.Code.IsRepetition; });
  for (auto [Index, S] : enumerate(Segments)) {
    if (S.IsRepetition)
      continue;
    for (unsigned I = First[Index]; I <= Last[Index]; ++I) {
      // Saving the flags costs as much as for a counter.
      constexpr uint64_t CostOfFlags = 16;
      uint64_t Price = Times[Index];
      if (counterInsertionPoint(Pieces[I].Code).FlagsAreLive)
        Price *= CostOfFlags;
      Placement.add(Pieces[I].Costs, Price);
    }
  }
  auto IsExact = [&](unsigned Piece) {
    const MachineInstr *Call = CallAtEnd[Piece];
    return Call && (AllCosts || !isPlainCall(*Call) || mayLeaveUnseen(*Call));
  };
  for (auto [Index, S] : enumerate(Segments)) {
    if (S.IsRepetition)
      continue;
    for (unsigned I = First[Index]; I != Last[Index]; ++I) {
      Placement.connect(I, I + 1);
      if (IsExact(I))
        Placement.leave(I);
    }
    if (IsExact(Last[Index]) || S.IsExit)
      Placement.leave(Last[Index]);
    if (S.IsEntry)
      Placement.enter(First[Index]);
    for (unsigned To : S.Successors)
      Placement.connect(Last[Index], First[To]);
  }
  TotalPlacement::Result Placed = Placement.place();
  Added = std::move(Placed.Added);
  Added.resize(NumFlowing);
  for (auto [I, Call] : enumerate(CallAtEnd))
    if (Call && Placed.Pending[I][0])
      PendingAt[Call] = Placed.Pending[I][0];
}

/// Calls \p Add with each piece of code that adds to the totals, and its
/// amounts.
template <typename FunctionT>
void FunctionCalls::forEachTotal(FunctionT Add) const {
  size_t NumAdded = 1;
  if (AllCosts)
    NumAdded = profileOf(P.function().getFunction()).Branches ? 5 : 3;
  size_t Next = 0;
  for (const Piece &Each : Pieces) {
    bool Repeats = Each.Code.IsRepetition;
    const TotalPlacement::Amounts &Amounts = Repeats ? Each.Costs : Added[Next];
    Next += !Repeats;
    Add(Each.Code, ArrayRef(Amounts).take_front(NumAdded));
  }
}

void FunctionCalls::addTotals(SlotCode &Slots) {
  constexpr unsigned Events[] = {abi::EventIr, abi::EventDr, abi::EventDw,
                                 abi::EventBc, abi::EventBi};
  forEachTotal([&](const Segment &S, ArrayRef<int64_t> Amounts) {
    SmallVector<SlotCode::StateAddition, 5> All;
    for (auto [I, Amount] : enumerate(Amounts))
      if (Amount)
        All.push_back({"__udpc_calls",
                       int64_t(offsetof(abi::CallState, Costs) +
                               Events[I] * sizeof(uint64_t)),
                       Amount});
    Slots.add(S, All);
  });
}

std::vector<SlotAddition> FunctionCalls::libraryTotals() const {
  std::vector<SlotAddition> All;
  forEachTotal([&](const Segment &S, ArrayRef<int64_t> Amounts) {
    for (auto [Slot, Amount] : enumerate(Amounts))
      if (Amount && FindsState)
        All.push_back({&S, 0, Amount, offsetof(abi::CallState, Costs)});
      else if (Amount)
        All.push_back({&S, unsigned(Slot), Amount, std::nullopt});
  });
  return All;
}

void FunctionCalls::findCalls() {
  for (const Segment &S : P.segments()) {
    if (S.IsRepetition)
      continue;
    for (MachineInstr *MI : S.Instructions) {
      if (isInnerCall(*MI))
        Calls.push_back(MI);
      else if (MI->isReturn() && MI->isCall())
        TailCalls.push_back(MI);
      else if (MI->isReturn())
        Returns.push_back(MI);
    }
  }
  for (MachineBasicBlock &MBB : P.function()) {
    if (MBB.isEHPad())
      LandingPads.push_back(&MBB);
    for (const MachineInstr &MI : MBB.terminators())
      if (isBuiltinSetjmp(MI))
        LandingPads.push_back(MI.getOperand(0).getMBB());
  }
}

void FunctionCalls::insert(unsigned Function, uint32_t Hash,
                           std::vector<abi::CallSiteRec> &Sites) {
  auto SiteOf = [&](const MachineInstr &MI) {
    Sites.push_back({0, P.calleeOf(MI), P.index(),
                     static_cast<int32_t>(PendingAt.lookup(&MI)),
                     /*Flags=*/0});
    return Sites.size() - 1;
  };
  bool MayReturnTwice = P.function().exposesReturnsTwice();
  for (MachineInstr *MI : Calls) {
    MachineInstr *End = MI;
    if (isPlainCall(*MI))
      End = &Code.name(*MI, SiteOf(*MI));
    if (MayReturnTwice)
      Code.land(*End);
  }
  for (MachineBasicBlock *Pad : LandingPads)
    Code.land(*Pad);
  for (MachineInstr *MI : TailCalls)
    if (size_t Site = SiteOf(*MI); uint32_t Flags = Code.tail(*MI, Site))
      Sites[Site].Flags = Flags;
  for (MachineInstr *MI : Returns)
    Code.leave(*MI);
  Code.enter(Function, Hash, Offer);
}

//===----------------------------------------------------------------------===//
// The unit
//===----------------------------------------------------------------------===//

/// Creates an array, whose initialiser is set after all functions are done.
static GlobalVariable *makeArray(Module &M, StringRef Name) {
  Type *T = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  GlobalVariable *GV = makeGlobal(M, T, true, Constant::getNullValue(T), Name);
  // In position-independent code, constants with addresses are in .data.rel.ro.
  // GNU as warns if a section's flags are not the usual ones of its name.
  GV->setSection(M.getPICLevel() == PICLevel::NotPIC
                     ? ".rodata.__udpc_calls"
                     : ".data.rel.ro.__udpc_calls");
  return GV;
}

/// A hash that distinguishes units of one source file, which several libraries
/// may have.
static uint64_t contentsOf(const Module &M) {
  SmallString<256> Text(M.getSourceFileName());
  for (const Function &F : M)
    Text += F.getName();
  raw_svector_ostream(Text) << StructuralHash(M, /*DetailedHash=*/true);
  return xxh3_64bits(Text);
}

CallRecords::CallRecords(Module &M, GlobalVariable &Unit, bool IsLibrary,
                         bool FindsState)
    : Unit(Unit), Variables{makeArray(M, "__udpc_call_functions"),
                            makeArray(M, "__udpc_call_sites"),
                            IsLibrary ? &Unit : nullptr,
                            IsLibrary && FindsState ? makeLibraryCalls(M)
                                                    : nullptr},
      Contents(contentsOf(M)) {}

/// Fills \p Array with records, each the distance to \p Unit and \p NumWords of
/// \p Words.
static void setRecords(GlobalVariable &Array, GlobalVariable &Unit,
                       ArrayRef<uint64_t> Words, size_t NumWords) {
  auto *I64 = IntegerType::get(Array.getContext(), 64);
  Constant *To = ConstantExpr::getPtrToInt(&Unit, I64);
  Constant *Start = ConstantExpr::getPtrToInt(&Array, I64);
  std::vector<Constant *> Fields;
  for (; !Words.empty(); Words = Words.drop_front(NumWords)) {
    Constant *Here = ConstantExpr::getAdd(
        Start, ConstantInt::get(I64, Fields.size() * sizeof(uint64_t)));
    Fields.push_back(ConstantExpr::getSub(To, Here));
    for (uint64_t W : Words.take_front(NumWords))
      Fields.push_back(ConstantInt::get(I64, W));
  }
  Array.replaceInitializer(
      ConstantArray::get(ArrayType::get(I64, Fields.size()), Fields));
}

void CallRecords::insert(FunctionCalls &Calls, const FunctionCosts &P) {
  MachineFunction &MF = P.function();
  // Functions of several units may have one name, and be called at one place.
  SmallString<64> Name(MF.getName());
  raw_svector_ostream(Name) << ' ' << Contents;
  auto Hash = static_cast<uint32_t>(xxh3_64bits(Name));
  Functions.push_back({0, P.index(), Hash});
  Calls.insert(Functions.size() - 1, Hash, Sites);
}

void CallRecords::finish() {
  std::vector<uint64_t> Words;
  for (const abi::CallFunctionRec &F : Functions)
    Words.push_back(F.Function | uint64_t(F.Hash) << 32);
  setRecords(*Variables.Functions, Unit, Words, 1);
  Words.clear();
  for (const abi::CallSiteRec &S : Sites) {
    Words.push_back(S.Callee | uint64_t(S.Function) << 32);
    Words.push_back(static_cast<uint32_t>(S.Pending) | uint64_t(S.Flags) << 32);
  }
  setRecords(*Variables.Sites, Unit, Words, 2);
}
