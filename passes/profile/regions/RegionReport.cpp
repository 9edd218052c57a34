//===- RegionReport.cpp - Regions in the final code -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/regions/RegionReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// Emits a remark of the type \p R about \p F.
template <typename R>
static void remark(Function &F, StringRef Name, const Twine &Message) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return R("udpc", Name, F.getSubprogram(), &F.getEntryBlock())
           << Message.str();
  });
}

void RegionReport::addInlined(const MachineFunction &MF) {
  SmallPtrSet<const DISubprogram *, 8> Copied;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      for (const DILocation *At = MI.getDebugLoc().get();
           At && At->getInlinedAt(); At = At->getInlinedAt())
        Copied.insert(At->getScope()->getSubprogram());
  Function &F = const_cast<Function &>(MF.getFunction());
  for (MatchedRegion &R : Regions) {
    auto Inlined = find_if(
        Copied, [&](const DISubprogram *SP) { return R.Functions.count(SP); });
    if (Inlined == Copied.end())
      continue;
    ++R.Place.NumInlined;
    remark<OptimizationRemarkMissed>(
        F, "RegionInlined",
        (*Inlined)->getName() +
            " is inlined into this function, where it is "
            "no region; \"" +
            R.Place.Pattern + "\" matches it");
  }
}

void RegionReport::add(const MachineFunction &MF) {
  if (Regions.empty())
    return;
  addInlined(MF);
  Function &F = const_cast<Function &>(MF.getFunction());
  std::string Name = regionOf(F);
  if (Name.empty())
    return;
  StringRef Attribute = regionAttributeOf(F);
  auto Of = find_if(Regions, [&](const MatchedRegion &R) {
    return R.hasFunction(Attribute);
  });
  if (Of == Regions.end())
    return;
  ++Of->Place.NumPlaces;
  remark<OptimizationRemark>(F, "Region",
                             "region '" + Name +
                                 "' from its entry to its return, for \"" +
                                 Of->Place.Pattern + "\"");
}

void RegionReport::finish() {
  for (const MatchedRegion &R : Regions)
    R.Record->replaceInitializer(ConstantDataArray::getString(
        R.Record->getContext(), R.Place.encode(), /*AddNull=*/false));
}
