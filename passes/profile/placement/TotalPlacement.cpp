//===- TotalPlacement.cpp - Where to add to running totals ----------------===//

#include "passes/profile/placement/TotalPlacement.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace udpc;

/// The representative of \p Item. Halves the path.
static unsigned find(std::vector<unsigned> &Parents, unsigned Item) {
  while (Parents[Item] != Item)
    Item = Parents[Item] = Parents[Parents[Item]];
  return Item;
}

unsigned TotalPlacement::add(const Amounts &Amount, uint64_t Price) {
  for (unsigned I = 0; I != 2; ++I)
    Parents.push_back(Parents.size());
  Costs.push_back(Amount);
  Prices.push_back(Price);
  return Costs.size() - 1;
}

void TotalPlacement::unite(unsigned A, unsigned B) {
  unsigned L = find(Parents, A), R = find(Parents, B);
  Parents[std::max(L, R)] = std::min(L, R);
}

void TotalPlacement::connect(unsigned From, unsigned To) {
  unite(behind(From), before(To));
}
void TotalPlacement::enter(unsigned Piece) { unite(Exact, before(Piece)); }
void TotalPlacement::leave(unsigned Piece) { unite(Exact, behind(Piece)); }

static void addTo(TotalPlacement::Amounts &To,
                  const TotalPlacement::Amounts &More, int Sign) {
  for (size_t I = 0; I != To.size(); ++I)
    To[I] += Sign * More[I];
}

TotalPlacement::Result TotalPlacement::place() const {
  struct End {
    unsigned Piece, Other;
    bool IsForward;
  };
  std::vector<std::pair<unsigned, unsigned>> Edges;
  for (unsigned P = 0; P != Costs.size(); ++P)
    Edges.push_back({find(Parents, before(P)), find(Parents, behind(P))});
  std::vector<unsigned> Order(Costs.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](unsigned L, unsigned R) {
    return Prices[L] != Prices[R] ? Prices[L] > Prices[R] : L < R;
  });

  std::vector<unsigned> Trees(Parents.size());
  std::iota(Trees.begin(), Trees.end(), 0);
  std::vector<std::vector<End>> EndsOf(Parents.size());
  for (unsigned P : Order) {
    auto [From, To] = Edges[P];
    unsigned L = find(Trees, From), R = find(Trees, To);
    if (L == R)
      continue;
    Trees[L] = R;
    EndsOf[From].push_back({P, To, true});
    EndsOf[To].push_back({P, From, false});
  }

  // Exact, the first node, has potential 0. Code that is not reached from it
  // has a tree of its own.
  std::vector<Amounts> Potential(Parents.size(), Amounts{});
  std::vector<bool> IsKnown(Parents.size());
  for (unsigned Root = 0; Root != Parents.size(); ++Root) {
    if (IsKnown[Root])
      continue;
    IsKnown[Root] = true;
    std::vector<unsigned> Reached = {Root};
    while (!Reached.empty()) {
      unsigned Node = Reached.back();
      Reached.pop_back();
      for (const End &E : EndsOf[Node]) {
        if (IsKnown[E.Other])
          continue;
        IsKnown[E.Other] = true;
        Potential[E.Other] = Potential[Node];
        addTo(Potential[E.Other], Costs[E.Piece], E.IsForward ? 1 : -1);
        Reached.push_back(E.Other);
      }
    }
  }
  Result Placed;
  for (unsigned P = 0; P != Costs.size(); ++P) {
    Amounts Added = Costs[P];
    addTo(Added, Potential[Edges[P].first], 1);
    addTo(Added, Potential[Edges[P].second], -1);
    Placed.Added.push_back(Added);
    Placed.Pending.push_back(Potential[Edges[P].second]);
  }
  return Placed;
}
