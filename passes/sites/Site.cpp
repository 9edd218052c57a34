//===- Site.cpp - What the finders find -----------------------------------===//

#include "passes/sites/Site.h"

using namespace udpc;

void SitePlan::addSite(Site S) {
  const SpecEntry &E = *S.Entry;
  bool IsLine = E.Kind == abi::SiteKind::Line;
  if (Known
          .emplace(E.Event, E.Kind, E.Command, S.File,
                   IsLine ? std::string() : S.Function, S.Line, S.Column)
          .second)
    Sites.push_back(std::move(S));
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
