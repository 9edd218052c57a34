//===- ProfileRegions.cpp - Costs of the regions of a run -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/ProfileRegions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace udpc;

using RegionPath = std::vector<std::string>;

static void addTo(RegionTotal &To, const RegionTotal &From) {
  To.Begins = SaturatingAdd(To.Begins, From.Begins);
  To.Ends = SaturatingAdd(To.Ends, From.Ends);
  addCounts(To.Self, From.Self);
}

/// Returns the path of each region of \p Profile.
static std::vector<RegionPath> pathsOf(const CacheProfile &Profile) {
  std::map<uint64_t, const CacheProfileRegion *> ById;
  for (const CacheProfileRegion &R : Profile.Regions)
    ById[R.Id] = &R;
  std::vector<RegionPath> Paths;
  for (const CacheProfileRegion &R : Profile.Regions) {
    RegionPath Path = {R.Name};
    for (uint64_t Outer = R.Parent; Outer; Outer = ById[Outer]->Parent)
      Path.push_back(ById[Outer]->Name);
    std::reverse(Path.begin(), Path.end());
    Paths.push_back(std::move(Path));
  }
  return Paths;
}

void ProfileRegions::add(const CacheProfile &Profile) {
  for (auto [R, Path] : zip_equal(Profile.Regions, pathsOf(Profile))) {
    RegionTotal Own;
    Own.Begins = R.Begins;
    Own.Ends = R.Ends;
    for (const FrameCosts &C : costsOf(Profile, &R.Counts))
      addCounts(Own.Self, C.Counts);
    RegionTotal &Sum = ByPath[Path];
    Sum.Path = Path;
    addTo(Sum, Own);
  }
  NumLimits = SaturatingAdd(NumLimits, Profile.RegionsHeader.NumLimits);
  NumUnmatched =
      SaturatingAdd(NumUnmatched, Profile.RegionsHeader.NumUnmatched);
}

std::vector<RegionTotal> ProfileRegions::tree() const {
  auto All = ByPath;
  std::map<RegionPath, std::vector<const RegionTotal *>> Within;
  for (const auto &[Path, Region] : ByPath) {
    RegionPath Outer = Path;
    for (; !Outer.empty(); Outer.pop_back())
      addCounts(All[Outer].Inclusive, Region.Self);
    Outer.assign(Path.begin(), std::prev(Path.end()));
    Within[Outer].push_back(&All[Path]);
  }
  for (auto &[Outer, Regions] : Within)
    // The last region is visited first.
    llvm::sort(Regions, [](const RegionTotal *L, const RegionTotal *R) {
      return std::make_pair(L->Inclusive[abi::EventIr], R->name()) <
             std::make_pair(R->Inclusive[abi::EventIr], L->name());
    });
  std::vector<RegionTotal> Tree;
  std::vector<const RegionTotal *> Next = Within[{}];
  while (!Next.empty()) {
    const RegionTotal *Region = Next.back();
    Next.pop_back();
    Tree.push_back(*Region);
    if (auto Inner = Within.find(Region->Path); Inner != Within.end())
      append_range(Next, Inner->second);
  }
  return Tree;
}

std::vector<RegionTotal> ProfileRegions::byName() const {
  std::map<std::string, RegionTotal> Named;
  for (const auto &[Path, Region] : ByPath) {
    RegionTotal &Own = Named[Path.back()];
    Own.Path = {Path.back()};
    addTo(Own, Region);
    for (const std::string &Name : std::set(Path.begin(), Path.end()))
      addCounts(Named[Name].Inclusive, Region.Self);
  }
  std::vector<RegionTotal> All;
  for (auto &Entry : Named)
    All.push_back(std::move(Entry.second));
  return All;
}

Error udpc::keepRegion(CacheProfile &Profile, StringRef Name) {
  if (Profile.Regions.empty())
    return createStringError("the profile has no regions");
  CacheProfileThread Sum;
  std::set<std::string> Names;
  bool IsFound = false;
  for (auto [R, Path] : zip_equal(Profile.Regions, pathsOf(Profile))) {
    Names.insert("'" + R.Name + "'");
    if (!is_contained(Path, Name))
      continue;
    IsFound = true;
    Sum.add(R.Counts);
  }
  if (!IsFound)
    return createStringError("no region is called '" + Name +
                             "'; there are: " + join(Names, ", "));
  Profile.Threads.clear();
  Profile.Threads.push_back(std::move(Sum));
  Profile.HasLostCalls = Profile.hasCalls();
  Profile.Calls.clear();
  Profile.CallsHeader = {};
  Profile.Regions.clear();
  Profile.RegionsHeader = {};
  return Error::success();
}
