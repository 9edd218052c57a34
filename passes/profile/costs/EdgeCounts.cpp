//===- EdgeCounts.cpp - Executions of edges -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/EdgeCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

EdgeCounts::EdgeCounts(ArrayRef<Segment> Segments, ArrayRef<uint32_t> Values) {
  for (auto [S, Value] : zip_equal(Segments, Values)) {
    bool Flows = !S.IsRepetition;
    Points.push_back({Value, Flows && !S.IsExit, {}});
    Points.push_back({Value, Flows && !S.IsEntry, {}});
  }
  for (const auto &[I, S] : enumerate(Segments))
    for (unsigned To : S.Successors) {
      unsigned From = static_cast<unsigned>(I);
      if (!EdgeOf.try_emplace({From, To}, Edges.size()).second)
        continue;
      for (unsigned P : {behind(From), before(To)}) {
        Points[P].Edges.push_back(Edges.size());
        ++Points[P].NumUnknown;
      }
      Edges.push_back({behind(From), before(To), std::nullopt});
    }
}

void EdgeCounts::know(unsigned From, unsigned To, uint32_t Value) {
  Edge &E = Edges[EdgeOf.lookup({From, To})];
  E.Value = Value;
  E.IsKnown = true;
  for (unsigned P : {E.From, E.To})
    --Points[P].NumUnknown;
}

void EdgeCounts::need(unsigned From, unsigned To) {
  Edges[EdgeOf.lookup({From, To})].IsNeeded = true;
}

/// Finds derivations in an order in which each depends only on earlier ones.
std::vector<EdgeCounts::Derivation> EdgeCounts::findDerivations() {
  std::vector<Derivation> Result;
  std::vector<unsigned> Left;
  auto Visit = [&](unsigned P) {
    if (Points[P].IsConserved && Points[P].NumUnknown == 1)
      Left.push_back(P);
  };
  for (unsigned P = 0; P != Points.size(); ++P)
    Visit(P);
  // The list grows meanwhile.
  for (size_t I = 0; I != Left.size(); ++I) {
    const Point &P = Points[Left[I]];
    if (P.NumUnknown != 1)
      continue; // The last edge was derived at its other end.
    unsigned Unknown =
        *find_if(P.Edges, [&](unsigned E) { return !Edges[E].IsKnown; });
    Result.push_back({Unknown, Left[I]});
    Edges[Unknown].IsKnown = true;
    for (unsigned End : {Edges[Unknown].From, Edges[Unknown].To}) {
      --Points[End].NumUnknown;
      Visit(End);
    }
  }
  return Result;
}

void EdgeCounts::derive(UnitCostTable &Unit) {
  std::vector<Derivation> All = findDerivations();
  for (const Derivation &D : reverse(All))
    if (Edges[D.Edge].IsNeeded)
      for (unsigned Other : Points[D.Point].Edges)
        Edges[Other].IsNeeded = true;
  for (const Derivation &D : All) {
    if (!Edges[D.Edge].IsNeeded)
      continue;
    uint32_t Others = abi::ZeroValue;
    for (unsigned Other : Points[D.Point].Edges)
      if (Other != D.Edge)
        Others = Unit.sum(Others, *Edges[Other].Value);
    Edges[D.Edge].Value = Unit.difference(Points[D.Point].Value, Others);
  }
}

std::optional<uint32_t> EdgeCounts::value(unsigned From, unsigned To) const {
  return Edges[EdgeOf.lookup({From, To})].Value;
}
