//===- CacheChecks.cpp - The cache checks of a unit -----------------------===//

#include "passes/profile/CacheChecks.h"
#include "passes/lowering/Lowering.h"
#include "passes/lowering/UnitRecord.h"
#include "passes/profile/FetchChecks.h"
#include "passes/profile/MissingSimulation.h"
#include "passes/profile/ProfileOptions.h"
#include "passes/profile/RangeCalls.h"
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

/// One element for each checked line of code.
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
                IsLibrary ? nullptr : makeStamps(M),
                IsLibrary ? makeLibrarySimulation(M) : nullptr,
                IsLibrary ? nullptr : &Outlined},
      Outlined(M, Variables) {}

/// Whether the checks of \p S are inline, because it is executed often: in a
/// loop, or in a quarter of the function's executions. Where LLVM's estimate is
/// below that, outside of loops, are 41 % of SQLite's checks and 12 % of their
/// executions. Of checks of two lines only those in loops are inline.
static bool isHot(const FunctionProfile &P, const Segment &S,
                  unsigned NumLines) {
  const Function &F = P.function().getFunction();
  if (F.hasOptSize() || profileOf(F).Small)
    return false;
  if (P.unit().Table.Blocks[P.blockOf(S)].Loop != abi::NoIndex)
    return true;
  ArrayRef<uint64_t> Times = P.expectedTimes();
  return NumLines == 1 && Times[&S - P.segments().data()] >= Times.front() / 4;
}

/// Dependences on the loaded value.
static void addWaits(FunctionProfile &P, const MachineInstr &MI,
                     abi::OperationRec &Op) {
  const LoadDependences *W = P.dependencesOf(MI);
  if (!W)
    return;
  if (W->FeedsOwnAddress)
    Op.Flags |= abi::FeedsOwnAddress;
  if (W->FeedsAddress)
    Op.Flags |= abi::FeedsAddress;
  Op.Flags |= abi::chainFlags(W->ChainCycles);
  Op.KnownStep = W->KnownStep;
  auto &Branches = P.unit().Table.Branches;
  for (const MachineInstr *Branch : W->Branches)
    if (const Segment *S = P.segmentOf(*Branch))
      Branches.push_back({P.blockOf(*S), P.takenValue(*Branch)});
  Op.NumBranches = Branches.size() - Op.FirstBranch;
}

uint32_t CacheChecks::addOperation(FunctionProfile &P,
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
    addWaits(P, MI, Op);
  auto &Operations = P.unit().Table.Operations;
  Operations.push_back(Op);
  return Operations.size() - 1;
}

void CacheChecks::findAccesses(FunctionProfile &P, const CheckCode &Code,
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
    Check.IsOutlined =
        !isHot(P, *Check.In, G.Checked.size()) && Code.canOutline(Check);
    int64_t Base = Check.IsOutlined ? G.Checked.front() : 0;
    for (const GroupMember &Member : G.Members) {
      abi::AccessRec R = {};
      R.Operation = addOperation(P, Member);
      R.Displacement = static_cast<int32_t>(Member.Displacement - Base);
      R.Size = Member.Access.Size;
      R.Kind = static_cast<uint8_t>(Member.Access.Kind);
      R.IsLast = &Member == &G.Members.back();
      Accesses.push_back(R);
    }
    Found.Checks.push_back(Check);
  }
}

void CacheChecks::findFetches(FunctionProfile &P, const CheckCode &Code,
                              const FunctionLayout &Layout,
                              FunctionChecks &Found) {
  bool ForAnyI1 =
      profileOf(P.function().getFunction()).Mode == ProfileMode::CacheAnyI1;
  SupportsAnyI1 &= ForAnyI1;
  std::vector<FetchCheck> Checks =
      findFetchChecks(P.segments(), Layout, Space, Space.place(Layout),
                      ForAnyI1 ? 1 : abi::RecentCode);
  NumFetches += Checks.size();
  for (const FetchCheck &C : Checks) {
    const Segment &S = P.segments()[C.Segment];
    unsigned Stamp = stampOf(C.CodeLine);
    // None for a lone endbr64: the segment after it is on the same line.
    if (MachineInstr *Place = Code.fetchPlace(S, C.From)) {
      PlannedCheck Check = {
          PlannedCheck::Fetch, Place, Fetches.size(), nullptr, &S, Stamp};
      Check.IsOutlined = !isHot(P, S, 1) && Code.canOutline(Check);
      Found.Checks.push_back(Check);
    }
    Fetches.push_back({0, C.CodeLine, P.lineOf(*C.MI)});
  }
}

unsigned CacheChecks::stampOf(uint32_t CodeLine) {
  return Stamps.try_emplace(CodeLine, Stamps.size()).first->second;
}

/// The cost centre of a library function, without code and location.
uint32_t CacheChecks::lineOfLibrary(UnitProfile &Unit, StringRef Function) {
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

void CacheChecks::findRanges(FunctionProfile &P, FunctionChecks &Found) {
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

FunctionChecks CacheChecks::find(FunctionProfile &P,
                                 const FunctionLayout &Layout,
                                 const CheckCode &Code) {
  FunctionChecks Found;
  findFetches(P, Code, Layout, Found);
  findAccesses(P, Code, Found);
  findRanges(P, Found);
  return Found;
}

void udpc::countKept(const CheckCode &Code) {
  NumOutlined += Code.statistics().Outlined;
  NumKeptFlags += Code.statistics().KeptFlags;
  NumInVectors += Code.statistics().KeptInVectors;
  NumOnStack += Code.statistics().KeptOnStack;
}

void CacheChecks::finish(ArrayRef<uint32_t> Lines, UnitRecords &Records) {
  Records.reserve(3 * Accesses.size() + 2 * Fetches.size() + 2 * Ranges.size());
  Records.start(*Variables.Accesses);
  for (const abi::AccessRec &R : Accesses)
    Records.add({R.Operation | uint64_t(uint32_t(R.Displacement)) << 32,
                 R.Size | uint64_t(R.Kind) << 16 | uint64_t(R.IsLast) << 24});
  Records.start(*Variables.Fetches);
  for (const abi::FetchRec &R : Fetches)
    Records.add({R.CodeLine | uint64_t(Lines[R.Line]) << 32});
  Records.start(*Variables.Ranges);
  for (const abi::RangeRec &R : Ranges)
    Records.add({Lines[R.Line] | uint64_t(R.Kind) << 32});
  Accesses = {};
  Fetches = {};
  if (Variables.Simulation)
    return setNumWords(*Variables.Simulation, numWords());
  Type *I64 = Type::getInt64Ty(Variables.Unit->getContext());
  Variables.Stamps->replaceInitializer(
      Constant::getNullValue(ArrayType::get(I64, Stamps.size())));
}
