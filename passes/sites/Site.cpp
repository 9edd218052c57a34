//===- Site.cpp - Results of the finders ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/Site.h"
#include <cassert>

using namespace udpc;

std::pair<unsigned, bool> SitePlan::addSite(Site S) {
  const SpecEntry &E = *S.Entry;
  auto [It, New] =
      Known.try_emplace({S.Line, S.Column, E.Event, E.Kind, E.Command,
                         E.isLine() ? std::string() : S.Function, S.File},
                        Sites.size());
  if (!New)
    return {It->second, false};
  if (Use == SlotSharing::PerSite) {
    unsigned Slot = addSlot();
    assert(Slot == Sites.size());
    // Decrements of the slot read as a positive count.
    uint32_t Value = E.Command == abi::SiteCommand::Dec
                         ? addDerived(abi::ZeroValue, Slot, /*Subtract=*/true)
                         : Slot;
    S.Candidates = {{Value, 0, 0, 0, 0}};
  }
  Sites.push_back(std::move(S));
  return {It->second, true};
}

void SitePlan::addPoint(const Site &Site, CountPoint P, bool Negative) {
  bool IsDec = Site.Entry->Command == abi::SiteCommand::Dec;
  P.Command = IsDec != Negative ? abi::SiteCommand::Dec : abi::SiteCommand::Inc;
  Points.push_back(P);
}

void SitePlan::finish() {
  auto Number = [this](uint32_t &Value) {
    if (Value != abi::ZeroValue && (Value & DerivedTag))
      Value = NumSlots + (Value & ~DerivedTag);
  };
  for (DerivedValue &D : Derived) {
    Number(D.Left);
    Number(D.Right);
  }
  for (Site &S : Sites)
    for (abi::CandidateRec &C : S.Candidates)
      Number(C.Value);
}
