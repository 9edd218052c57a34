//===- CacheProfileMerge.cpp - Adds cache profiles ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/tables/UnitOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// Adds two stride lists. Each list omits only strides that are rarer than a
/// share of all strides, so the sum omits only strides that are rarer than that
/// share of the sum.
template <size_t N>
static void addStrides(abi::StrideRec (&To)[N],
                       const abi::StrideRec (&From)[N]) {
  std::vector<abi::StrideRec> All(std::begin(To), std::end(To));
  for (const abi::StrideRec &S : From) {
    auto Same = llvm::find_if(
        All, [&S](const abi::StrideRec &T) { return T.Bytes == S.Bytes; });
    if (Same != All.end())
      Same->Count = SaturatingAdd(Same->Count, S.Count);
    else
      All.push_back(S);
  }
  llvm::sort(All, [](const abi::StrideRec &L, const abi::StrideRec &R) {
    return std::make_pair(R.Count, L.Bytes) < std::make_pair(L.Count, R.Bytes);
  });
  for (size_t I = 0; I != N; ++I)
    To[I] = All[I].Count ? All[I] : abi::StrideRec{};
}

static void addCounts(abi::CountRec &To, const abi::CountRec &From) {
  To.Count = SaturatingAdd(To.Count, From.Count);
}

/// Adds the leader of \p From; keeps the more frequent leader.
static void addLeader(abi::OperationCountRec &To,
                      const abi::OperationCountRec &From) {
  if (To.Leader == From.Leader) {
    To.NumFollowed = SaturatingAdd(To.NumFollowed, From.NumFollowed);
    To.LeaderLines |= From.LeaderLines;
    return;
  }
  auto Rank = [](const abi::OperationCountRec &R) {
    return std::make_tuple(R.Leader != abi::NoIndex, R.NumFollowed, R.Leader);
  };
  if (Rank(From) < Rank(To))
    return;
  To.Leader = From.Leader;
  To.NumFollowed = From.NumFollowed;
  To.LeaderLines = From.LeaderLines;
}

static void addCounts(abi::OperationCountRec &To,
                      const abi::OperationCountRec &From) {
  // Addresses differ between runs, so working sets cannot be united. Keep the
  // larger one.
  auto Lines = [](const abi::OperationCountRec &R) {
    return std::make_tuple(R.NumLines, R.LastLine - R.FirstLine, R.LastLine);
  };
  if (Lines(To) < Lines(From)) {
    To.NumLines = From.NumLines;
    To.FirstLine = From.FirstLine;
    To.LastLine = From.LastLine;
  }
  To.L2Lines = std::max(To.L2Lines, From.L2Lines);
  To.LLLines = std::max(To.LLLines, From.LLLines);
  for (uint64_t abi::OperationCountRec::*Count :
       {&abi::OperationCountRec::D1Misses, &abi::OperationCountRec::LLMisses,
        &abi::OperationCountRec::Prefetched,
        &abi::OperationCountRec::NumStrides, &abi::OperationCountRec::NumRuns,
        &abi::OperationCountRec::NumBreaks, &abi::OperationCountRec::L2Misses})
    To.*Count = SaturatingAdd(To.*Count, From.*Count);
  addStrides(To.Strides, From.Strides);
  addStrides(To.Double, From.Double);
  addLeader(To, From);
}

static void addCounts(abi::LineCountRec &To, const abi::LineCountRec &From) {
  addCounts(To.Counts, From.Counts);
}

/// Adds \p From to \p To, which is sorted by \p Less. Records of the same place
/// compare equal.
template <typename T, typename Compare>
static void addRecords(std::vector<T> &To, const std::vector<T> &From,
                       Compare Less) {
  size_t Middle = To.size();
  To.insert(To.end(), From.begin(), From.end());
  // Units may be renumbered, so From need not be sorted.
  llvm::sort(To.begin() + Middle, To.end(), Less);
  std::vector<T> Sum;
  Sum.reserve(To.size());
  auto L = To.begin(), LEnd = To.begin() + Middle, R = LEnd, REnd = To.end();
  while (L != LEnd || R != REnd) {
    const T &Next = R == REnd || (L != LEnd && !Less(*R, *L)) ? *L++ : *R++;
    if (!Sum.empty() && !Less(Sum.back(), Next))
      addCounts(Sum.back(), Next);
    else
      Sum.push_back(Next);
  }
  To = std::move(Sum);
}

template <typename T>
static std::vector<T> renumbered(const std::vector<T> &Records,
                                 ArrayRef<uint32_t> Numbers) {
  std::vector<T> Out = Records;
  for (T &R : Out)
    R.Unit = Numbers[R.Unit];
  return Out;
}

static CacheProfileThread renumbered(const CacheProfileThread &T,
                                     ArrayRef<uint32_t> Numbers) {
  CacheProfileThread Out;
  Out.Slots = renumbered(T.Slots, Numbers);
  Out.Operations = renumbered(T.Operations, Numbers);
  Out.Lines = renumbered(T.Lines, Numbers);
  return Out;
}

void CacheProfileThread::add(const CacheProfileThread &Other) {
  addRecords(Slots, Other.Slots,
             [](const abi::CountRec &L, const abi::CountRec &R) {
               return std::tie(L.Unit, L.Slot) < std::tie(R.Unit, R.Slot);
             });
  addRecords(
      Operations, Other.Operations,
      [](const abi::OperationCountRec &L, const abi::OperationCountRec &R) {
        return std::tie(L.Unit, L.Operation) < std::tie(R.Unit, R.Operation);
      });
  addRecords(Lines, Other.Lines,
             [](const abi::LineCountRec &L, const abi::LineCountRec &R) {
               return std::tie(L.Unit, L.Line) < std::tie(R.Unit, R.Line);
             });
}

void CacheProfile::addRegions(const CacheProfile &Other,
                              ArrayRef<uint32_t> Numbers) {
  for (const CacheProfileRegion &From : Other.Regions) {
    auto To = llvm::lower_bound(
        Regions, From,
        [](const CacheProfileRegion &L, const CacheProfileRegion &R) {
          return L.Id < R.Id;
        });
    if (To == Regions.end() || To->Id != From.Id) {
      To = Regions.emplace(To);
      To->Id = From.Id;
      To->Parent = From.Parent;
      To->Name = From.Name;
    }
    To->Begins = SaturatingAdd(To->Begins, From.Begins);
    To->Ends = SaturatingAdd(To->Ends, From.Ends);
    To->Counts.add(renumbered(From.Counts, Numbers));
  }
  RegionsHeader.NumLimits =
      SaturatingAdd(RegionsHeader.NumLimits, Other.RegionsHeader.NumLimits);
  RegionsHeader.NumUnmatched = SaturatingAdd(RegionsHeader.NumUnmatched,
                                             Other.RegionsHeader.NumUnmatched);
}

void CacheProfile::addEqualCalls() {
  // Contexts are different if their callers' contexts are.
  std::map<
      std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>,
      uint32_t>
      Known;
  std::vector<uint32_t> Numbers;
  std::vector<abi::CallRec> Sum;
  for (abi::CallRec C : Calls) {
    if (C.Parent < abi::BeyondContexts)
      C.Parent = Numbers[C.Parent];
    auto [It, IsNew] = Known.try_emplace(
        {C.Unit, C.Function, C.CallerUnit, C.Caller, C.Callee, C.Parent},
        Sum.size());
    Numbers.push_back(It->second);
    if (IsNew) {
      Sum.push_back(C);
      continue;
    }
    abi::CallRec &To = Sum[It->second];
    To.Calls = SaturatingAdd(To.Calls, C.Calls);
    addCounts(To.Costs, C.Costs);
  }
  Calls = std::move(Sum);
}

void CacheProfile::add(const CacheProfile &Other) {
  if (NumRuns || !Units.empty()) {
    Caches = uniteCaches(Caches, Other.Caches);
    Pid = 0;
    if (Command != Other.Command)
      Command.clear();
  } else {
    Caches = Other.Caches;
    Pid = Other.Pid;
    Command = Other.Command;
  }
  bool IsFirst = !NumRuns;
  NumRuns = SaturatingAdd(NumRuns, Other.NumRuns);

  std::map<std::pair<StringRef, StringRef>, uint32_t> Known;
  for (uint32_t I = 0; I != Units.size(); ++I)
    Known.try_emplace({Modules[I], Units[I].bytes()}, I);
  // The keys in Known point into Units, which must not change meanwhile.
  std::vector<uint32_t> New, Numbers;
  for (uint32_t I = 0; I != Other.Units.size(); ++I) {
    auto [It, IsNew] = Known.try_emplace(
        {Other.Modules[I], Other.Units[I].bytes()}, Units.size() + New.size());
    Numbers.push_back(It->second);
    if (IsNew)
      New.push_back(I);
  }
  for (uint32_t I : New) {
    Units.push_back(Other.Units[I]);
    Modules.push_back(Other.Modules[I]);
  }

  uint32_t NumCalls = Calls.size();
  for (abi::CallRec C : Other.Calls) {
    if (C.Unit != abi::NoIndex)
      C.Unit = Numbers[C.Unit];
    if (C.CallerUnit != abi::NoIndex)
      C.CallerUnit = Numbers[C.CallerUnit];
    if (C.Parent < abi::BeyondContexts)
      C.Parent += NumCalls;
    Calls.push_back(C);
  }
  addEqualCalls();
  CallsHeader.Flags |= Other.CallsHeader.Flags;
  CallsHeader.NumLimits =
      SaturatingAdd(CallsHeader.NumLimits, Other.CallsHeader.NumLimits);

  for (const CacheProfileThread &From : Other.Threads) {
    auto To = llvm::lower_bound(
        Threads, From,
        [](const CacheProfileThread &L, const CacheProfileThread &R) {
          return L.Index < R.Index;
        });
    if (To == Threads.end() || To->Index != From.Index) {
      To = Threads.emplace(To);
      To->Index = From.Index;
      To->Tid = From.Tid;
    }
    To->add(renumbered(From, Numbers));
  }
  addRegions(Other, Numbers);
  if (!IsFirst)
    for (CacheProfileThread &T : Threads)
      T.Tid = 0;
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

/// Sorts \p Calls by the depth of their contexts, then by context, caller and
/// callee. Contexts stay before the calls in them.
static void sortCalls(std::vector<abi::CallRec> &Calls) {
  constexpr uint32_t None = abi::BeyondContexts;
  std::vector<uint32_t> Depth(Calls.size()), Order(Calls.size());
  for (auto [I, C] : enumerate(Calls)) {
    Order[I] = I;
    Depth[I] = C.Parent < None ? Depth[C.Parent] + 1 : 0;
  }
  llvm::sort(Order, [&](uint32_t L, uint32_t R) {
    return std::make_pair(Depth[L], L) < std::make_pair(Depth[R], R);
  });
  std::vector<uint32_t> Numbers(Calls.size());
  std::vector<abi::CallRec> Sorted;
  for (auto Begin = Order.begin(); Begin != Order.end();) {
    auto End = std::find_if(Begin, Order.end(), [&](uint32_t I) {
      return Depth[I] != Depth[*Begin];
    });
    // The new numbers of parents are known, since parents are less deep.
    auto Key = [&](uint32_t I) {
      const abi::CallRec &C = Calls[I];
      return std::make_tuple(C.Parent < None ? Numbers[C.Parent] : C.Parent,
                             C.CallerUnit, C.Caller, C.Callee, C.Unit,
                             C.Function);
    };
    std::sort(Begin, End,
              [&](uint32_t L, uint32_t R) { return Key(L) < Key(R); });
    for (; Begin != End; ++Begin) {
      Numbers[*Begin] = Sorted.size();
      Sorted.push_back(Calls[*Begin]);
      if (Sorted.back().Parent < None)
        Sorted.back().Parent = Numbers[Sorted.back().Parent];
    }
  }
  Calls = std::move(Sorted);
}

void CacheProfile::sort() {
  std::vector<uint32_t> Order = unitOrder(Units, Modules);
  std::vector<uint32_t> Numbers(Units.size());
  std::vector<CostTable> NewUnits;
  std::vector<std::string> NewModules;
  for (auto [New, Old] : enumerate(Order)) {
    Numbers[Old] = New;
    NewUnits.push_back(std::move(Units[Old]));
    NewModules.push_back(std::move(Modules[Old]));
  }
  Units = std::move(NewUnits);
  Modules = std::move(NewModules);
  // Adding to empty lists sorts.
  for (CacheProfileThread &T : Threads) {
    CacheProfileThread Old = renumbered(T, Numbers);
    T.Slots.clear();
    T.Operations.clear();
    T.Lines.clear();
    T.add(Old);
  }
  for (CacheProfileRegion &R : Regions) {
    CacheProfileThread Old = renumbered(R.Counts, Numbers);
    R.Counts = CacheProfileThread();
    R.Counts.add(Old);
  }
  for (abi::CallRec &C : Calls) {
    if (C.Unit != abi::NoIndex)
      C.Unit = Numbers[C.Unit];
    if (C.CallerUnit != abi::NoIndex)
      C.CallerUnit = Numbers[C.CallerUnit];
  }
  sortCalls(Calls);
}
