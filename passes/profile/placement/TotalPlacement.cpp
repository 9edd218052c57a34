//===- TotalPlacement.cpp - Where to add to running totals ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/placement/TotalPlacement.h"

using namespace llvm;
using namespace udpc;

unsigned TotalPlacement::add(const Amounts &Amount, uint64_t Price) {
  for (unsigned I = 0; I != 2; ++I)
    Forest.newNode();
  Costs.push_back(Amount);
  Prices.push_back(Price);
  return Costs.size() - 1;
}

void TotalPlacement::connect(unsigned From, unsigned To) {
  Forest.unite(behind(From), before(To));
}
void TotalPlacement::enter(unsigned Piece) {
  Forest.unite(FlowForest::Outside, before(Piece));
}
void TotalPlacement::leave(unsigned Piece) {
  Forest.unite(FlowForest::Outside, behind(Piece));
}

static void addTo(TotalPlacement::Amounts &To,
                  const TotalPlacement::Amounts &More, int Sign) {
  for (size_t I = 0; I != To.size(); ++I)
    To[I] += Sign * More[I];
}

TotalPlacement::Result TotalPlacement::place() const {
  // Of equally expensive edges the first gets the counter; totals are added to
  // in the last piece.
  FlowForest Grown = Forest;
  unsigned Last = Costs.size() - 1;
  for (unsigned P = Costs.size(); P--;)
    Grown.addEdge({before(P), behind(P), double(Prices[P]), /*IsCounted=*/true,
                   /*IsBlock=*/false, /*LeavesCycle=*/false});
  Grown.grow(FlowForest::AnyEdges);
  // Outside has potential 0. Code that is not reached from it has a tree of its
  // own.
  std::vector<Amounts> Potential(2 * Costs.size() + 1, Amounts{});
  Grown.visitForest([&](unsigned Edge, unsigned From, unsigned To) {
    Potential[To] = Potential[From];
    addTo(Potential[To], Costs[Last - Edge],
          Grown.edge(Edge).To == To ? 1 : -1);
  });
  Result Placed;
  for (unsigned P = 0; P != Costs.size(); ++P) {
    const FlowEdge &Edge = Grown.edge(Last - P);
    Amounts Added = Costs[P];
    addTo(Added, Potential[Edge.From], 1);
    addTo(Added, Potential[Edge.To], -1);
    Placed.Added.push_back(Added);
    Placed.Pending.push_back(Potential[Edge.To]);
  }
  return Placed;
}
