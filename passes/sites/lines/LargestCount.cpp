//===- LargestCount.cpp - The largest count of a line ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LargestCount.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

LinearCounts &LargestCount::linearCounts(unsigned Function) {
  return Linear
      .try_emplace(Function, Functions[Function].Expressions,
                   Functions[Function].Regions)
      .first->second;
}

/// The count of a region. None if it is a sum of too many counters.
std::optional<RegionCount> LargestCount::countOf(const FileRegions &Regions,
                                                 unsigned Region) {
  RegionCount Result;
  for (const Contribution &Part : Regions.Contributions[Region]) {
    std::optional<LinearCount> Count =
        linearCounts(Part.Function).of(Part.Count);
    if (!Count)
      return std::nullopt;
    auto [It, IsNew] = Result.try_emplace(Part.Function);
    It->second = IsNew ? std::move(*Count) : It->second + *Count;
  }
  return Result;
}

bool LargestCount::isAtLeast(const RegionCount &A, const RegionCount &B) {
  // Functions contribute independently: an inequality that holds for all
  // functions holds for their sums.
  return all_of(B, [&](const auto &Part) {
    auto It = A.find(Part.first);
    LinearCounts &Known = linearCounts(Part.first);
    bool Is = Known.isAtLeast(It == A.end() ? LinearCount() : It->second,
                              Part.second);
    BudgetSpent |= !Is && Known.isBudgetSpent();
    return Is;
  });
}

std::optional<RegionCount> LargestCount::of(const FileRegions &Regions,
                                            ArrayRef<unsigned> Deciding,
                                            std::string &Reason) {
  std::vector<RegionCount> Counts;
  for (unsigned R : Deciding) {
    std::optional<RegionCount> Count = countOf(Regions, R);
    if (!Count) {
      Reason = "its count is made of more than " +
               std::to_string(LinearCounts::MaxTerms) +
               " counters, each of which needs an instruction";
      return std::nullopt;
    }
    Counts.push_back(std::move(*Count));
  }
  if (Counts.size() > 1 && any_of(Counts, [&](const RegionCount &Count) {
        return mayReturnTwice(Count);
      })) {
    Reason = "it is the largest of " + std::to_string(Counts.size()) +
             " regions' counts, and where setjmp() returns again a part may be "
             "executed more often than the whole";
    return std::nullopt;
  }
  BudgetSpent = false;
  // The maximum is transitive: the best candidate so far stays.
  size_t Best = 0;
  for (size_t I = 1; I < Counts.size(); ++I)
    if (!isAtLeast(Counts[Best], Counts[I]))
      Best = I;
  for (size_t I = 0; I != Counts.size(); ++I)
    if (I != Best && !isAtLeast(Counts[Best], Counts[I])) {
      Reason = "it is the largest of " + std::to_string(Counts.size()) +
               " regions' counts, which no instruction can add up";
      if (BudgetSpent)
        Reason += " (looking for the one that always is the largest takes too "
                  "long in a function of this size)";
      return std::nullopt;
    }
  return std::move(Counts[Best]);
}

/// Whether \p F calls setjmp(), a similar function, or __builtin_setjmp().
static bool callsSetjmp(const Function &F) {
  return F.callsFunctionThatReturnsTwice() ||
         any_of(instructions(F), [](const Instruction &I) {
           auto *Call = dyn_cast<IntrinsicInst>(&I);
           return Call && Call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp;
         });
}

/// Whether setjmp() may return again in a function of \p Count: then a part may
/// be executed more often than the whole.
bool LargestCount::mayReturnTwice(const RegionCount &Count) {
  return any_of(Count, [&](const auto &Part) {
    auto [It, IsNew] = ReturnsTwice.try_emplace(Part.first);
    const Function *Code = Functions[Part.first].Code;
    if (IsNew)
      It->second = Code && callsSetjmp(*Code);
    return It->second;
  });
}

static bool contains(const SourceRegion &A, const SourceRegion &B) {
  auto Begin = [](const SourceRegion &R) {
    return std::pair(R.LineStart, R.ColumnStart);
  };
  auto End = [](const SourceRegion &R) {
    return std::pair(R.LineEnd, R.ColumnEnd);
  };
  return Begin(A) <= Begin(B) && End(B) <= End(A);
}

std::vector<unsigned> LargestCount::candidates(const FileRegions &Regions,
                                               ArrayRef<unsigned> Deciding) {
  std::vector<unsigned> Result(Deciding);
  if (Deciding.size() < 2)
    return Result;
  // Most regions of a line follow one another: their counts are not needed.
  std::map<unsigned, std::optional<RegionCount>> Counts;
  auto CountOf = [&](unsigned R) -> const std::optional<RegionCount> & {
    auto [It, IsNew] = Counts.try_emplace(R);
    if (IsNew)
      if (std::optional<RegionCount> Count = countOf(Regions, R);
          Count && !mayReturnTwice(*Count))
        It->second = std::move(Count);
    return It->second;
  };
  // Each extent has one region, so no two contain each other.
  auto IsNeverMore = [&](unsigned R) {
    return any_of(Deciding, [&](unsigned Outer) {
      return Outer != R &&
             contains(Regions.Regions[Outer], Regions.Regions[R]) &&
             CountOf(R) && CountOf(Outer) &&
             isAtLeast(*CountOf(Outer), *CountOf(R));
    });
  };
  std::vector<unsigned> Needed;
  copy_if(Deciding, std::back_inserter(Needed),
          [&](unsigned R) { return !IsNeverMore(R); });
  erase_if(Result, [&](unsigned R) {
    return none_of(Needed, [&](unsigned Other) {
      return Regions.Contributions[Other] == Regions.Contributions[R];
    });
  });
  return Result;
}
