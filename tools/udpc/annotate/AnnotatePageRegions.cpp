//===- AnnotatePageRegions.cpp - Regions in an annotation's page ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotatePageRegions.h"
#include "profdata/cache/ProfileRegions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

std::vector<PageRegion> udpc::regionsForPage(const CacheProfile &Profile,
                                             CostOptions Options) {
  ProfileRegions All;
  All.add(Profile);
  std::vector<RegionTotal> Names = All.byName();
  // Names are unique, so the order is total.
  sort(Names, [](const RegionTotal &A, const RegionTotal &B) {
    return std::tuple(~A.Inclusive[abi::EventIr], A.name()) <
           std::tuple(~B.Inclusive[abi::EventIr], B.name());
  });
  if (Names.size() > MaxPageRegions)
    Names.resize(MaxPageRegions);
  std::vector<PageRegion> Regions;
  for (const RegionTotal &R : Names) {
    CacheProfile Only = Profile;
    cantFail(keepRegion(Only, R.name()));
    Regions.push_back({R.name().str(), CostGraph::of(Only, Options)});
  }
  return Regions;
}

Error udpc::addRegions(std::vector<PageRegion> &Sum,
                       std::vector<PageRegion> More, const SheetNames &Names) {
  for (PageRegion &R : More) {
    CostGraph Graph = renamed(std::move(R.Graph), Names);
    auto Known =
        find_if(Sum, [&](const PageRegion &S) { return S.Name == R.Name; });
    if (Known == Sum.end())
      Sum.push_back({std::move(R.Name), std::move(Graph)});
    else if (Error E = Known->Graph.add(Graph))
      return E;
  }
  return Error::success();
}
