//===- OperationCosts.cpp - Costs of memory operations --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/OperationCosts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

static CostCounts sumOf(ArrayRef<CostCounts> List) {
  CostCounts Sum = {};
  for (const CostCounts &C : List)
    addCounts(Sum, C);
  return Sum;
}

void OperationCosts::addTo(List &To, const List &More) {
  if (To.empty()) {
    To = More;
    return;
  }
  // An inline function may have been compiled differently elsewhere. Then
  // operations cannot be matched, and their costs are added up.
  if (To.size() != More.size()) {
    CostCounts Sum = sumOf(To);
    addCounts(Sum, sumOf(More));
    To = {Sum};
    return;
  }
  for (auto [Sum, C] : zip(To, More))
    addCounts(Sum, C);
}

void OperationCosts::add(const CacheProfile &Profile) {
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    std::vector<uint64_t> Values = Profile.values(Unit);
    std::vector<CostCounts> All(Table.Operations.size(), CostCounts{});
    for (auto [Op, Counts] : zip(Table.Operations, All)) {
      uint32_t Value = Table.Blocks[Op.Block].Value;
      uint64_t Times = Value == abi::ZeroValue ? 0 : Values[Value];
      bool Stores = Op.Kind == uint8_t(abi::AccessKind::Store);
      Counts[abi::EventIr] = Times;
      Counts[Stores ? abi::EventDw : abi::EventDr] = Times;
    }
    for (const CacheProfileThread &T : Profile.Threads)
      for (const abi::OperationCountRec &R : T.Operations) {
        if (R.Unit != Unit)
          continue;
        const abi::OperationRec &Op = Table.Operations[R.Operation];
        bool Stores = Op.Kind == uint8_t(abi::AccessKind::Store);
        CostCounts Misses = {};
        Misses[Stores ? abi::EventD1mw : abi::EventD1mr] = R.D1Misses;
        Misses[Stores ? abi::EventDLmw : abi::EventDLmr] = R.LLMisses;
        Misses[Stores ? abi::EventD2mw : abi::EventD2mr] = R.L2Misses;
        addCounts(All[R.Operation], Misses);
      }
    Map OfUnit;
    for (auto [Op, Counts] : zip(Table.Operations, All))
      if (Op.Flags & abi::HasKey && Op.Frame != abi::NoIndex)
        OfUnit[{Table.key(Op.Frame),
                Op.Kind == uint8_t(abi::AccessKind::Store)}]
            .push_back(Counts);
    for (const auto &[Key, List] : OfUnit)
      addTo(Costs[Key], List);
  }
}

ArrayRef<CostCounts> OperationCosts::find(const MemoryOperationKey &Key,
                                          bool Stores) const {
  auto It = Costs.find({Key, Stores});
  if (It == Costs.end())
    return {};
  return It->second;
}
