//===- CacheChecks.cpp - The cache checks of a unit -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/CacheChecks.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/options/ProfileOptions.h"
#include "passes/profile/memory/RangeCalls.h"
#include "passes/profile/simulation/CheckStamps.h"
#include "passes/profile/simulation/FetchChecks.h"
#include "passes/profile/simulation/MissingSimulation.h"
#include "udpc/chains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumAccesses, "Number of accesses");
STATISTIC(NumCovered, "Number of accesses to a line just accessed");
STATISTIC(NumUnknown, "Number of accesses whose address is not computed");
STATISTIC(NumGroups, "Number of groups of accesses that are checked");
STATISTIC(NumLines, "Number of lines that groups check");
STATISTIC(NumFetches, "Number of lines of code that are checked");
STATISTIC(NumRanges, "Number of library calls that access ranges");
STATISTIC(NumOutlined, "Number of checks that are called");
STATISTIC(NumKeptFlags, "Number of checks that keep the flags");
STATISTIC(NumInVectors, "Number of registers kept in vector registers");
STATISTIC(NumOnStack, "Number of registers kept on the stack");

/// Creates the stamps, with an element for each checked line of code.
static GlobalVariable *makeStamps(Module &M) {
  GlobalVariable *Stamps = createSlots(M, 0);
  Stamps->setSection("");
  Stamps->setName("__udpc_code_stamps");
  return Stamps;
}

CacheChecks::CacheChecks(Module &M, GlobalVariable &Unit, bool IsLibrary)
    : Variables{&Unit,
                makeRecordArray(Unit, "__udpc_accesses"),
                makeRecordArray(Unit, "__udpc_fetches"),
                makeRecordArray(Unit, "__udpc_ranges"),
                IsLibrary ? nullptr
                          : makeRecordArray(Unit, "__udpc_first_fetches"),
                IsLibrary ? nullptr : makeStamps(M),
                IsLibrary ? makeLibrarySimulation(M) : nullptr,
                IsLibrary ? nullptr : &Outlined},
      Outlined(M, Variables) {}

/// The bytes by which an inline check is larger than one that is called.
static unsigned inlineBytes(const PlannedCheck &Check) {
  if (Check.Kind == PlannedCheck::Fetch)
    return 48;
  return Check.Group->Checked.size() == 1 ? 75 : 150;
}

/// Whether \p Check is executed often, by LLVM's estimate: in a loop, or in a
/// quarter of the function's executions. Checks of two lines must be in a loop.
static bool isHot(const FunctionCosts &P, const PlannedCheck &Check) {
  if (P.unit().Table.Blocks[P.blockOf(*Check.In)].Loop != abi::NoIndex)
    return true;
  bool IsOfTwo = Check.Group && Check.Group->Checked.size() == 2;
  ArrayRef<uint64_t> Times = P.expectedTimes();
  return !IsOfTwo && Times[Check.In - P.segments().data()] >= Times.front() / 4;
}

/// Decides which checks are called. Those executed most for their size are
/// inline, up to a share of the function's size that makes SQLite's code four
/// times as large as plain. If little code is checked, its size does not
/// matter, so a unit may have some more: Lua would take 1.2 times as long
/// without.
void CacheChecks::chooseOutlined(const FunctionCosts &P, uint64_t PlainBytes,
                                 const CacheCheckCode &Code,
                                 MutableArrayRef<PlannedCheck> Checks) {
  constexpr uint64_t LeastBytes = 96, PerHundred = 65;
  const Function &F = P.function().getFunction();
  bool AreAll = F.hasOptSize() || profileOf(F).Small;
  SmallVector<PlannedCheck *> Order;
  for (PlannedCheck &Check : Checks)
    if ((Check.IsOutlined = Code.canOutline(Check)) && !AreAll)
      Order.push_back(&Check);
  ArrayRef<uint64_t> Times = P.expectedTimes();
  auto ValueOf = [&](const PlannedCheck *Check) {
    return double(Times[Check->In - P.segments().data()]) / inlineBytes(*Check);
  };
  llvm::sort(Order, [&](const PlannedCheck *L, const PlannedCheck *R) {
    double Left = ValueOf(L), Right = ValueOf(R);
    return Left != Right ? Left > Right : L < R;
  });
  uint64_t Left = LeastBytes + PlainBytes * PerHundred / 100;
  for (PlannedCheck *Check : Order) {
    unsigned Bytes = inlineBytes(*Check);
    bool Fits = Bytes <= Left;
    if (!Fits && !(isHot(P, *Check) && Bytes <= SpareBytes))
      continue;
    (Fits ? Left : SpareBytes) -= Bytes;
    Check->IsOutlined = false;
  }
}

/// Records the dependences on the loaded value in \p Op.
static void addDependences(FunctionCosts &P, const MachineInstr &MI,
                           abi::OperationRec &Op) {
  const LoadDependences *Found = P.dependencesOf(MI);
  if (!Found)
    return;
  if (Found->FeedsOwnAddress)
    Op.Flags |= abi::FeedsOwnAddress;
  if (Found->FeedsAddress)
    Op.Flags |= abi::FeedsAddress;
  Op.Flags |= abi::chainFlags(Found->ChainCycles);
  Op.KnownStep = Found->KnownStep;
  auto &Branches = P.unit().Table.Branches;
  for (const MachineInstr *Branch : Found->Branches)
    if (const Segment *S = P.segmentOf(*Branch))
      Branches.push_back({P.blockOf(*S), P.takenValue(*Branch)});
  Op.NumBranches = Branches.size() - Op.FirstBranch;
}

uint32_t CacheChecks::addOperation(FunctionCosts &P,
                                   const GroupMember &Member) {
  const MachineInstr &MI = *Member.MI;
  abi::OperationRec Op = {};
  Op.Frame = Member.Access.Operand >= 0 ? P.keyFrameOf(MI) : P.frameOf(MI);
  Op.Line = P.lineOf(MI);
  Op.Block = P.blockOf(*P.segmentOf(MI));
  Op.Size = Member.Access.Size;
  Op.Kind = static_cast<uint8_t>(Member.Access.Kind);
  if (Member.Access.Operand >= 0 && Op.Frame != abi::NoIndex)
    Op.Flags |= abi::HasKey;
  Op.FirstBranch = P.unit().Table.Branches.size();
  if (Member.Access.Operand >= 0)
    addDependences(P, MI, Op);
  auto &Operations = P.unit().Table.Operations;
  Operations.push_back(Op);
  return Operations.size() - 1;
}

void CacheChecks::findAccesses(FunctionCosts &P, const CacheCheckCode &Code,
                               FunctionChecks &Found) {
  Found.Groups = groupAccesses(P.function(), P.segments());
  const AccessGroups &Groups = Found.Groups;
  NumAccesses += Groups.NumAccesses;
  NumCovered += Groups.NumCovered;
  NumUnknown += Groups.NumUnknown;
  NumGroups += Groups.Groups.size();
  // Stamps grow in code order, which may differ from the order of groups.
  DenseMap<const MachineInstr *, unsigned> Position;
  for (const Segment &S : P.segments())
    for (const MachineInstr *MI : S.Instructions)
      Position.try_emplace(MI, Position.size());
  struct PlacedGroup {
    MachineInstr *Place;
    unsigned Position, Index;
  };
  std::vector<PlacedGroup> Placed;
  for (auto [Index, G] : enumerate(Groups.Groups)) {
    MachineInstr *Place = Code.insertionPointOf(G);
    Placed.push_back({Place, Position.lookup(Place), unsigned(Index)});
  }
  llvm::sort(Placed, [](const PlacedGroup &L, const PlacedGroup &R) {
    return std::tie(L.Position, L.Index) < std::tie(R.Position, R.Index);
  });
  for (const PlacedGroup &Next : Placed) {
    const AccessGroup &G = Groups.Groups[Next.Index];
    NumLines += G.Checked.size();
    PlannedCheck Check = {PlannedCheck::Access, Next.Place, Accesses.size(), &G,
                          &P.segments()[G.Segment]};
    for (const GroupMember &Member : G.Members) {
      abi::AccessRec R = {};
      R.Operation = addOperation(P, Member);
      R.Displacement = static_cast<int32_t>(Member.Displacement);
      R.Size = Member.Access.Size;
      R.Kind = static_cast<uint8_t>(Member.Access.Kind);
      R.IsLast = &Member == &G.Members.back();
      Accesses.push_back(R);
    }
    Found.Checks.push_back(Check);
  }
}

void CacheChecks::findFetches(FunctionCosts &P, const CacheCheckCode &Code,
                              const FunctionLayout &Layout,
                              FunctionChecks &Found) {
  bool ForAnyI1 =
      profileOf(P.function().getFunction()).Mode == ProfileMode::CacheAnyI1;
  SupportsAnyI1 &= ForAnyI1;
  std::vector<FetchCheck> Checks =
      findFetchChecks(P.segments(), Layout, Space, Space.place(Layout),
                      ForAnyI1 ? 1 : abi::RecentCode);
  NumFetches += Checks.size();
  auto Lines =
      map_range(Checks, [](const FetchCheck &C) { return C.CodeLine; });
  if (!Checks.empty())
    Found.MayShareSets = *max_element(Lines) - *min_element(Lines) >=
                         (ForAnyI1 ? 1 : abi::RecentCode);
  for (const FetchCheck &C : Checks) {
    const Segment &S = P.segments()[C.Segment];
    unsigned Stamp = stampOf(C.CodeLine);
    uint64_t Record = addFetch(Stamp, C.CodeLine, P.lineOf(*C.MI));
    // A lone endbr64 needs none: the segment after it is on the same line.
    if (MachineInstr *Place = Code.fetchPlace(S, C.From)) {
      PlannedCheck Check = {
          PlannedCheck::Fetch, Place, Record, nullptr, &S, Stamp};
      Found.Checks.push_back(Check);
    }
  }
}

unsigned CacheChecks::stampOf(uint32_t CodeLine) {
  auto [It, New] = Stamps.try_emplace(CodeLine, Stamps.size());
  if (New)
    NumFetchesOf.push_back(0);
  return It->second;
}

/// Adds the record of a fetch. Returns PlannedCheck::Record.
uint64_t CacheChecks::addFetch(unsigned Stamp, uint32_t CodeLine,
                               uint32_t Line) {
  constexpr uint32_t Last = (1 << FetchNumberBits) - 1;
  uint64_t Record = Variables.Simulation ? Fetches.size() : NumFetchesOf[Stamp];
  if (!Variables.Simulation && Record == Last)
    return Last - 1;
  Fetches.push_back({0, CodeLine, Line});
  ++NumFetchesOf[Stamp];
  return Record;
}

/// The cost centre of a library function, without code and location.
uint32_t CacheChecks::lineOfLibrary(UnitCostTable &Unit, StringRef Function) {
  auto [It, New] = LibraryLines.try_emplace(Function, 0);
  if (!New)
    return It->second;
  abi::CodeRec Code = {};
  Code.Symbol = Code.Name = Unit.Table.addString(Function);
  Code.FirstBlock = Unit.Table.Blocks.size();
  Unit.Table.Functions.push_back(Code);
  It->second = Unit.line(Unit.Table.Functions.size() - 1, "", 0);
  return It->second;
}

void CacheChecks::findRanges(FunctionCosts &P, FunctionChecks &Found) {
  for (const Segment &S : P.segments())
    for (MachineInstr *MI : S.Instructions) {
      std::optional<RangeCall> Call = rangeCallOf(*MI);
      if (!Call)
        continue;
      ++NumRanges;
      auto [It, New] = RangeOf.try_emplace(Call->Function, Ranges.size());
      if (New)
        Ranges.push_back({0,
                          lineOfLibrary(P.unit(), Call->Function),
                          static_cast<uint8_t>(Call->Kind),
                          {}});
      Found.Checks.push_back({PlannedCheck::Range, MI, It->second});
    }
}

/// Chooses the stamps of all checks.
static void setStamps(const FunctionCosts &P, FunctionChecks &Found) {
  struct Placed {
    StampedCheck Stamped;
    PlannedCheck *Check;
  };
  std::vector<Placed> All;
  for (PlannedCheck &Check : Found.Checks) {
    if (Check.Kind == PlannedCheck::Range)
      continue;
    unsigned Number = Check.Group ? Check.Group->Checked.size() : 1;
    unsigned Position = llvm::find(Check.In->Instructions, Check.Place) -
                        Check.In->Instructions.begin();
    All.push_back({{unsigned(Check.In - P.segments().data()), Position, Number,
                    !Check.Group, Check.IsOutlined},
                   &Check});
  }
  llvm::sort(All, [](const Placed &L, const Placed &R) {
    return std::tie(L.Stamped.Segment, L.Stamped.Position, L.Check) <
           std::tie(R.Stamped.Segment, R.Stamped.Position, R.Check);
  });
  std::vector<StampedCheck> Stamped;
  for (const Placed &One : All)
    Stamped.push_back(One.Stamped);
  chooseStamps(P.segments(), Stamped, Found.MayShareSets);
  for (auto [Result, One] : zip_equal(Stamped, All)) {
    One.Check->Ticks = Result.Ticks;
    One.Check->Step = Result.Step;
  }
}

FunctionChecks CacheChecks::find(FunctionCosts &P, const FunctionLayout &Layout,
                                 const CacheCheckCode &Code) {
  FunctionChecks Found;
  findFetches(P, Code, Layout, Found);
  findAccesses(P, Code, Found);
  findRanges(P, Found);
  chooseOutlined(P, Layout.Size, Code, Found.Checks);
  // Outlined checks pass the address of the first checked byte.
  for (const PlannedCheck &Check : Found.Checks)
    if (Check.Group && Check.IsOutlined)
      for (size_t I = 0; I != Check.Group->Members.size(); ++I)
        Accesses[Check.Record + I].Displacement -= Check.Group->Checked.front();
  setStamps(P, Found);
  return Found;
}

void udpc::countKept(const CacheCheckCode &Code) {
  NumOutlined += Code.statistics().Outlined;
  NumKeptFlags += Code.statistics().KeptFlags;
  NumInVectors += Code.statistics().KeptInVectors;
  NumOnStack += Code.statistics().KeptOnStack;
}

/// In executables, sorts the records of fetches by stamp. Returns the index of
/// each stamp's first one.
std::vector<uint32_t> CacheChecks::sortFetches() {
  std::vector<uint32_t> First;
  if (Variables.Simulation)
    return First;
  uint32_t Next = 0;
  for (uint32_t Number : NumFetchesOf) {
    First.push_back(Next);
    Next += Number;
  }
  std::vector<uint32_t> Place = First;
  std::vector<abi::FetchRec> Sorted(Fetches.size());
  for (const abi::FetchRec &R : Fetches)
    Sorted[Place[Stamps.lookup(R.CodeLine)]++] = R;
  Fetches = std::move(Sorted);
  return First;
}

void CacheChecks::finish(ArrayRef<uint32_t> Lines, RecordArrays &Records) {
  Records.reserve(3 * Accesses.size() + 2 * Fetches.size() + 2 * Ranges.size());
  Records.start(*Variables.Accesses);
  for (const abi::AccessRec &R : Accesses)
    Records.add({R.Operation | uint64_t(uint32_t(R.Displacement)) << 32,
                 R.Size | uint64_t(R.Kind) << 16 | uint64_t(R.IsLast) << 24});
  std::vector<uint32_t> FirstFetches = sortFetches();
  Records.start(*Variables.Fetches);
  for (const abi::FetchRec &R : Fetches)
    Records.add({R.CodeLine | uint64_t(Lines[R.Line]) << 32});
  Records.start(*Variables.Ranges);
  for (const abi::RangeRec &R : Ranges)
    Records.add({Lines[R.Line] | uint64_t(R.Kind) << 32});
  if (Variables.FirstFetches) {
    Records.start(*Variables.FirstFetches);
    for (size_t I = 0; I < FirstFetches.size(); I += 2)
      Records.addPlain(
          FirstFetches[I] |
          uint64_t(I + 1 == FirstFetches.size() ? 0 : FirstFetches[I + 1])
              << 32);
  }
  Accesses = {};
  Fetches = {};
  if (Variables.Simulation)
    return setNumWords(*Variables.Simulation, numWords());
  Type *I64 = Type::getInt64Ty(Variables.Unit->getContext());
  Variables.Stamps->replaceInitializer(
      Constant::getNullValue(ArrayType::get(I64, Stamps.size())));
}
