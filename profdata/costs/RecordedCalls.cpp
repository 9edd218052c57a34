//===- RecordedCalls.cpp - The calls of a cache profile -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/RecordedCalls.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/UnprofiledCalls.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class CallAdder {
public:
  CallAdder(const CacheProfile &Profile, const CostOptions &O,
            ArrayRef<unsigned> Events, CostGraph &Graph)
      : Profile(Profile), O(O), Events(Events), Graph(Graph) {}

  void addCalls();
  void addContexts();
  /// Replaces the upper bounds of functions in cycles by exact inclusive costs,
  /// where the contexts tell them.
  void setInclusive();
  /// Adds calls of functions without a profile, whose inclusive costs are
  /// unknown.
  void addUnprofiledCalls();

private:
  CostGraph::Counts shown(ArrayRef<uint64_t> All) const {
    CostGraph::Counts Counts;
    for (unsigned E : Events)
      Counts.push_back(All[E]);
    return Counts;
  }
  uint32_t functionOf(uint32_t Unit, uint32_t Code);
  std::pair<uint32_t, uint32_t> placeOf(const abi::CallRec &C);
  std::pair<uint32_t, uint32_t> placeOf(const CostTable &Table, uint32_t Frame);

  const CacheProfile &Profile;
  const CostOptions &O;
  ArrayRef<unsigned> Events;
  CostGraph &Graph;
  /// Functions that were active while their contexts had been left for the
  /// context of a recursive call.
  DenseSet<uint32_t> Hidden;
  bool HasOthers = false;
};

} // namespace

uint32_t CallAdder::functionOf(uint32_t Unit, uint32_t Code) {
  const CostTable &Table = Profile.Units[Unit];
  const abi::CodeRec &F = Table.Functions[Code];
  StringRef Name = Table.string(O.Demangle ? F.Name : F.Symbol);
  uint32_t Index = Graph.function(Graph.module(Profile.Modules[Unit]),
                                  Graph.file(Table.string(F.File)), Name);
  Graph.Functions[Index].Line = F.Line;
  return Index;
}

void CallAdder::addCalls() {
  for (const abi::CallRec &C : Profile.Calls) {
    if (C.Unit == abi::NoIndex || C.CallerUnit == abi::NoIndex ||
        (!C.Calls && !C.Costs[0]))
      continue;
    auto [File, Line] = placeOf(C);
    Graph.addArc(functionOf(C.CallerUnit, C.Caller),
                 functionOf(C.Unit, C.Function), File, Line, C.Calls,
                 shown(C.Costs));
  }
}

/// Returns the position of the call, in the form of CostGraph.
std::pair<uint32_t, uint32_t> CallAdder::placeOf(const abi::CallRec &C) {
  if (C.CallerUnit == abi::NoIndex || C.Callee == abi::NoIndex)
    return {CostGraph::None, 0};
  const CostTable &Table = Profile.Units[C.CallerUnit];
  return placeOf(Table, Table.Callees[C.Callee].Frame);
}

std::pair<uint32_t, uint32_t> CallAdder::placeOf(const CostTable &Table,
                                                 uint32_t Frame) {
  if (Frame == abi::NoIndex)
    return {CostGraph::None, 0};
  return {Graph.file(Table.string(Table.Frames[Frame].File)),
          Table.Frames[Frame].Line};
}

/// Computes the self costs of contexts from the inclusive costs of calls: a
/// call's costs are subtracted from its caller's. The costs of a recursive call
/// belong to the active context.
void CallAdder::addContexts() {
  if (!(Profile.CallsHeader.Flags & abi::ContextsRecorded))
    return;
  std::vector<uint32_t> ToContext;
  std::vector<std::vector<int64_t>> Self;
  auto AddTo = [&](uint32_t Context, ArrayRef<uint64_t> Costs, int64_t Sign) {
    if (Context != CostGraph::None)
      for (auto [Sum, Cost] : zip(Self[Context], Costs))
        Sum += Sign * static_cast<int64_t>(Cost);
  };
  for (const abi::CallRec &C : Profile.Calls) {
    ToContext.push_back(CostGraph::None);
    if (C.Parent == abi::BeyondContexts)
      continue;
    bool IsOther = C.Unit == abi::NoIndex;
    CostGraph::Counts Costs = shown(C.Costs);
    uint32_t Parent =
        C.Parent == abi::NoIndex ? CostGraph::None : ToContext[C.Parent];
    uint32_t Function =
        IsOther ? CostGraph::None : functionOf(C.Unit, C.Function);
    uint32_t Active = IsOther ? CostGraph::None : Parent;
    while (Active != CostGraph::None &&
           Graph.Contexts[Active].Function != Function)
      Active = Graph.Contexts[Active].Parent;
    HasOthers |= IsOther;
    if (Active != CostGraph::None)
      for (uint32_t At = Parent; At != Active; At = Graph.Contexts[At].Parent)
        Hidden.insert(Graph.Contexts[At].Function);
    AddTo(Parent, Costs, -1);
    if (Active == CostGraph::None) {
      Active = Graph.Contexts.size();
      auto [File, Line] = placeOf(C);
      Graph.Contexts.push_back({Parent, Function, File, Line, 0, {}, {}});
      Self.emplace_back(Events.size());
    }
    ToContext.back() = Active;
    Graph.Contexts[Active].Calls =
        SaturatingAdd(Graph.Contexts[Active].Calls, C.Calls);
    AddTo(Active, Costs, 1);
  }
  for (auto [C, Costs] : zip(Graph.Contexts, Self))
    for (int64_t Cost : Costs)
      // Profiles of running programs are not snapshots of one moment.
      C.Self.push_back(std::max<int64_t>(Cost, 0));
  for (CostGraph::Context &C : reverse(Graph.Contexts)) {
    CostGraph::addTo(C.Inclusive, C.Self);
    if (C.Parent != CostGraph::None)
      CostGraph::addTo(Graph.Contexts[C.Parent].Inclusive, C.Inclusive);
  }
}

void CallAdder::setInclusive() {
  if (HasOthers)
    return;
  std::vector<CostGraph::Counts> Sums(Graph.Functions.size());
  for (const CostGraph::Context &C : Graph.Contexts)
    CostGraph::addTo(Sums[C.Function], C.Inclusive);
  for (auto [Index, F] : enumerate(Graph.Functions)) {
    if (!F.IsBound || Hidden.contains(Index) || Sums[Index].empty())
      continue;
    F.Inclusive = Sums[Index];
    F.IsBound = false;
  }
}

void CallAdder::addUnprofiledCalls() {
  StringSet<> Exported;
  for (const CostTable &Table : Profile.Units)
    for (const abi::ExportRec &E : Table.Exports)
      Exported.insert(Table.string(E.Symbol));
  const CostGraph::Counts None(Events.size());
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    std::vector<uint64_t> Values = Profile.values(Unit);
    for (const abi::CalleeRec &C : Table.Callees) {
      StringRef Symbol = Table.string(C.Symbol);
      const abi::BlockRec &Block = Table.Blocks[C.Block];
      uint64_t Times = Block.Value == abi::ZeroValue ? 0 : Values[Block.Value];
      if (!Times || !C.NumCalls || Symbol.empty() ||
          C.Flags & abi::CalleeIsInUnit || Exported.contains(Symbol) ||
          isOfRuntime(Symbol))
        continue;
      auto [File, Line] = placeOf(Table, C.Frame);
      Graph.addArc(functionOf(Unit, Block.Function),
                   Graph.function(Graph.module(""), Graph.file(""), Symbol),
                   File, Line, SaturatingMultiply<uint64_t>(Times, C.NumCalls),
                   None);
    }
  }
}

void udpc::addRecordedCalls(const CacheProfile &Profile, const CostOptions &O,
                            ArrayRef<unsigned> Shown, CostGraph &Graph) {
  CallAdder Adder(Profile, O, Shown, Graph);
  Adder.addCalls();
  Adder.addContexts();
  Adder.addUnprofiledCalls();
  Graph.finish();
  Adder.setInclusive();
}
