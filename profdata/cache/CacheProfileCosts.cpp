//===- CacheProfileCosts.cpp - Evaluates cache profiles -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/support/PathGlob.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>
#include <set>

using namespace llvm;
using namespace udpc;

void udpc::addCounts(MutableArrayRef<uint64_t> To, ArrayRef<uint64_t> More) {
  for (auto [Sum, Count] : zip(To, More))
    Sum = SaturatingAdd(Sum, Count);
}

/// Returns the records of \p Unit in \p Records, which are sorted by unit.
template <typename T>
static ArrayRef<T> ofUnit(const std::vector<T> &Records, uint32_t Unit) {
  ArrayRef<T> All = Records;
  const T *Begin =
      llvm::partition_point(All, [Unit](const T &R) { return R.Unit < Unit; });
  return ArrayRef<T>(Begin, All.end()).take_while([Unit](const T &R) {
    return R.Unit == Unit;
  });
}

std::vector<uint64_t> CacheProfile::values(const CacheProfileThread &T,
                                           uint32_t Unit) const {
  std::vector<uint64_t> Slots(Units[Unit].numSlots());
  for (const abi::CountRec &C : ofUnit(T.Slots, Unit))
    Slots[C.Slot] = C.Count;
  return Units[Unit].values(std::move(Slots));
}

std::vector<uint64_t> CacheProfile::values(uint32_t Unit) const {
  std::vector<uint64_t> Sum(Units[Unit].numSlots() +
                            Units[Unit].Derived.size());
  for (const CacheProfileThread &T : Threads) {
    if (ofUnit(T.Slots, Unit).empty())
      continue;
    addCounts(Sum, values(T, Unit));
  }
  return Sum;
}

static FrameCosts costAt(uint32_t Unit, uint32_t Frame, uint32_t Line) {
  return {Unit, Frame, Line, {}};
}

/// Adds the misses of operations and of fetched lines in \p Unit to \p Costs.
static void addMisses(const CostTable &Table, const CacheProfileThread &T,
                      uint32_t Unit, std::vector<FrameCosts> &Costs) {
  for (const abi::OperationCountRec &O : ofUnit(T.Operations, Unit)) {
    const abi::OperationRec &Op = Table.Operations[O.Operation];
    FrameCosts C = costAt(Unit, Op.Frame, Op.Line);
    bool Writes = Op.Kind == static_cast<uint8_t>(abi::AccessKind::Store);
    C.Counts[Writes ? abi::EventD1mw : abi::EventD1mr] = O.D1Misses;
    C.Counts[Writes ? abi::EventDLmw : abi::EventDLmr] = O.LLMisses;
    C.Counts[Writes ? abi::EventD2mw : abi::EventD2mr] = O.L2Misses;
    Costs.push_back(C);
  }
  for (const abi::LineCountRec &L : ofUnit(T.Lines, Unit)) {
    FrameCosts C = costAt(Unit, abi::NoIndex, L.Line);
    llvm::copy(L.Counts, C.Counts.begin());
    Costs.push_back(C);
  }
}

Error CacheProfile::keepModules(StringRef Glob) {
  Expected<PathGlob> Pattern = PathGlob::create(Glob);
  if (!Pattern)
    return Pattern.takeError();
  std::vector<bool> IsKept;
  for (const std::string &Module : Modules)
    IsKept.push_back(Pattern->matches(Module));
  if (none_of(IsKept, [](bool Kept) { return Kept; })) {
    std::set<std::string> Names(Modules.begin(), Modules.end());
    return createStringError(
        "'" + Glob + "' matches no module; there are: " + join(Names, ", "));
  }
  keepUnits(IsKept);
  return Error::success();
}

void CacheProfile::keepUnits(const std::vector<bool> &IsKept) {
  auto Keep = [&](CacheProfileThread &T) {
    auto IsOther = [&](const auto &Rec) { return !IsKept[Rec.Unit]; };
    erase_if(T.Slots, IsOther);
    erase_if(T.Operations, IsOther);
    erase_if(T.Lines, IsOther);
  };
  for (CacheProfileThread &T : Threads)
    Keep(T);
  for (CacheProfileRegion &R : Regions)
    Keep(R.Counts);
  // The costs of contexts without the other modules are unknown.
  CallsHeader.Flags &= ~abi::ContextsRecorded;
  erase_if(Calls, [&](const abi::CallRec &C) {
    return C.Unit == abi::NoIndex || !IsKept[C.Unit];
  });
  for (abi::CallRec &C : Calls)
    C.Parent = abi::NoIndex;
  addEqualCalls();
}

std::vector<FrameCosts> udpc::costsOf(const CacheProfile &Profile,
                                      const CacheProfileThread *Thread) {
  std::vector<FrameCosts> All;
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    std::vector<FrameCosts> Costs;
    std::vector<uint64_t> Values =
        Thread ? Profile.values(*Thread, Unit) : Profile.values(Unit);
    for (const abi::BlockRec &B : Table.Blocks) {
      uint64_t Times = B.Value == abi::ZeroValue ? 0 : Values[B.Value];
      if (!Times)
        continue;
      for (const abi::CostRec &R : Table.costs(B)) {
        FrameCosts C = costAt(Unit, R.Frame, R.Line);
        C.Counts[abi::EventIr] = SaturatingMultiply<uint64_t>(Times, R.Ir);
        C.Counts[abi::EventDr] = SaturatingMultiply<uint64_t>(Times, R.Dr);
        C.Counts[abi::EventDw] = SaturatingMultiply<uint64_t>(Times, R.Dw);
        C.Counts[abi::EventBc] = SaturatingMultiply<uint64_t>(Times, R.Bc);
        C.Counts[abi::EventBi] = SaturatingMultiply<uint64_t>(Times, R.Bi);
        Costs.push_back(C);
      }
    }
    if (Thread)
      addMisses(Table, *Thread, Unit, Costs);
    else
      for (const CacheProfileThread &T : Profile.Threads)
        addMisses(Table, T, Unit, Costs);

    // NoIndex is the largest index and comes last.
    auto Place = [](const FrameCosts &C) {
      return std::make_pair(C.Line, C.Frame);
    };
    llvm::sort(Costs, [&](const FrameCosts &L, const FrameCosts &R) {
      return Place(L) < Place(R);
    });
    for (auto It = Costs.begin(); It != Costs.end();) {
      FrameCosts Sum = costAt(Unit, It->Frame, It->Line);
      for (auto At = Place(*It); It != Costs.end() && Place(*It) == At; ++It)
        addCounts(Sum.Counts, It->Counts);
      if (any_of(Sum.Counts, [](uint64_t N) { return N != 0; }))
        All.push_back(Sum);
    }
  }
  return All;
}

std::vector<unsigned> udpc::eventsOf(const CacheProfile &Profile,
                                     const CostOptions &O) {
  std::vector<unsigned> Events = {abi::EventIr, abi::EventDr, abi::EventDw};
  if (Profile.simulatesCaches()) {
    Events.resize(abi::EventBc);
    std::iota(Events.begin(), Events.end(), 0);
  }
  if (O.MiddleLevel && Profile.simulatesMiddleLevel())
    for (auto [L2, LL] : {std::pair(abi::EventI2mr, abi::EventILmr),
                          std::pair(abi::EventD2mr, abi::EventDLmr),
                          std::pair(abi::EventD2mw, abi::EventDLmw)})
      Events.insert(llvm::find(Events, LL), L2);
  if (Profile.simulatesBranches())
    append_range(Events,
                 std::initializer_list<unsigned>{abi::EventBc, abi::EventBcm,
                                                 abi::EventBi, abi::EventBim});
  else if (O.Branches)
    append_range(Events,
                 std::initializer_list<unsigned>{abi::EventBc, abi::EventBi});
  return Events;
}

/// Returns Cachegrind's description of a cache.
static std::string describe(StringRef Name, const abi::CacheGeometry &G) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << left_justify((Name + " cache:").str(), 18);
  if (!G.Size) {
    OS << "not the same in all runs";
    return Text;
  }
  OS << G.Size << " B, " << G.LineSize << " B, ";
  if (G.Associativity == 1)
    OS << "direct-mapped";
  else
    OS << G.Associativity << "-way associative";
  return Text;
}

std::vector<std::string> udpc::cacheDescriptions(const CacheProfile &Profile,
                                                 const CostOptions &O) {
  std::vector<std::string> Texts;
  if (Profile.simulatesCaches())
    Texts = {describe("I1", Profile.Caches.I1),
             describe("D1", Profile.Caches.D1),
             describe("LL", Profile.Caches.LL)};
  else // cg_merge requires at least one description.
    Texts = {"Caches:           not simulated"};
  if (O.MiddleLevel && Profile.simulatesMiddleLevel())
    Texts.insert(Texts.begin() + 2, describe("L2", Profile.Caches.L2));
  if (std::string Mixture = describeMixture(Profile.Caches); !Mixture.empty())
    Texts.push_back("Mixture:          " + Mixture);
  return Texts;
}

std::string udpc::commandOf(const CacheProfile &Profile) {
  if (Profile.Command.empty() && Profile.NumRuns > 1)
    return SeveralCommands.str();
  return Profile.Command;
}

StringRef udpc::functionOf(const CostTable &Table, const FrameCosts &Costs,
                           const CostOptions &O) {
  const abi::CodeRec &Code = Table.Functions[Table.Lines[Costs.Line].Function];
  StringRef Name = Table.string(O.Demangle ? Code.Name : Code.Symbol);
  if (O.Inlined && Costs.Frame != abi::NoIndex) {
    const abi::FrameRec &Frame = Table.Frames[Costs.Frame];
    // The name of the outermost frame is the function's name in keys, without
    // symbol suffixes.
    if (Frame.Parent != abi::NoIndex)
      Name = Table.string(O.Demangle ? Frame.Name : Frame.Function);
  }
  return Name.empty() ? "???" : Name;
}
