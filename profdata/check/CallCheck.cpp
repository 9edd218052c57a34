//===- CallCheck.cpp - Compares calls of code without a profile -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/CallCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

namespace {
class CallComparison {
public:
  CallComparison(const Baseline &Old, const Baseline &New,
                 const CheckOptions &Options, CostCheck &Result)
      : Old(Old), New(New), Options(Options), Result(Result) {}
  void run();

private:
  void compare(CheckedCalls &Calls, const CostRange &All) const;
  CheckedCalls compare(StringRef Region, const CallNumbers &OldCalls,
                       const CallNumbers &NewCalls);

  const Baseline &Old, &New;
  const CheckOptions &Options;
  CostCheck &Result;
};
} // namespace

/// Sets the change and whether it exceeds the limit. A percentage of calls that
/// are new is one of \p All.
void CallComparison::compare(CheckedCalls &Calls, const CostRange &All) const {
  Calls.Change = changeOf(Calls.Old, Calls.New);
  bool IsLimited =
      Calls.Region.empty() || is_contained(Options.Levels, CostLevel::Region);
  if (!Old.HasCalls || !New.HasCalls || !IsLimited)
    return;
  for (const CostLimit &Limit : Options.Limits)
    if (Limit.isOfCalls(Old.Events) && Limit.matchesCalls(Calls.Name))
      Calls.Limit = &Limit;
  int64_t Base = Calls.Old.Most ? Calls.Old.Most : All.Most;
  Calls.IsOver = Calls.Limit && Calls.Change > 0 &&
                 Calls.Limit->Increase.isExceeded(Calls.Change, Base);
}

/// Whether the function \p Name allocates memory.
static bool isAllocation(StringRef Name) {
  static constexpr StringLiteral Names[] = {
#define UDPC_ALLOCATION(Name) Name,
#include "udpc/lists/allocations.inc"
  };
  return Name.starts_with("operator new") || is_contained(Names, Name);
}

static CallNumbers withAllocations(CallNumbers Numbers) {
  CostRange All;
  for (const auto &[Name, N] : Numbers)
    if (isAllocation(Name))
      All.add(N);
  if (All.Most)
    Numbers[AllAllocations.str()] = All;
  return Numbers;
}

/// Adds the functions whose calls changed, and returns the sum over all.
CheckedCalls CallComparison::compare(StringRef Region,
                                     const CallNumbers &OldCalls,
                                     const CallNumbers &NewCalls) {
  std::map<std::string, CheckedCalls> Each;
  CheckedCalls All;
  All.Region = Region.str();
  for (const auto &[Name, N] : withAllocations(OldCalls)) {
    Each[Name].Old = N;
    if (Name != AllAllocations)
      All.Old.add(N);
  }
  for (const auto &[Name, N] : withAllocations(NewCalls)) {
    Each[Name].New = N;
    if (Name != AllAllocations)
      All.New.add(N);
  }
  compare(All, All.Old);
  for (auto &[Name, Calls] : Each) {
    Calls.Region = Region.str();
    Calls.Name = Name;
    compare(Calls, All.Old);
    if (Calls.Change)
      Result.Calls.push_back(Calls);
  }
  return All;
}

void CallComparison::run() {
  auto CallsOf = [](const Baseline &B, const std::string &Region) {
    auto Found = B.RegionCalls.find(Region);
    return Found == B.RegionCalls.end() ? CallNumbers() : Found->second;
  };
  Result.AllCalls = compare("", Old.Calls, New.Calls);
  for (const CheckedRow &Row : Result.Rows) {
    if (Row.Level != CostLevel::Region || !Row.isOfBothSides())
      continue;
    CheckedCalls All = compare(Row.Key.Name, CallsOf(Old, Row.oldName()),
                               CallsOf(New, Row.Key.Name));
    if (All.Change)
      Result.Calls.push_back(All);
  }
  llvm::sort(Result.Calls, [](const CheckedCalls &A, const CheckedCalls &B) {
    return std::tie(A.Region, B.Change, A.Name) <
           std::tie(B.Region, A.Change, B.Name);
  });
}

void udpc::compareCalls(const Baseline &Old, const Baseline &New,
                        const CheckOptions &Options, CostCheck &Result) {
  CallComparison(Old, New, Options, Result).run();
}
