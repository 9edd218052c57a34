//===- AddressPlan.cpp - Where to load an address -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/addresses/AddressPlan.h"
#include "passes/profile/addresses/MinimumCut.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Plans loads by a flow network. Its nodes are points at which the holder may
/// have the address. The address flows from the source, where the holder has
/// none, to the points that need it. Edges of the cut are loads.
class LoadPlanner {
public:
  LoadPlanner(const AddressPoints &Points, AddressHolder Holder,
              AddressDemands Demands)
      : Points(Points), Holder(Holder), Demands(Demands),
        Edges(Points.numEdges()) {}

  AddressPlan run();

private:
  struct Need {
    const AddressPoint *Point;
    unsigned From, Node;
    AddressDemand Demand;
    uint64_t Frequency;
  };
  /// A point where a load serves later points.
  struct Place {
    AddressPlan::Place Where;
    unsigned From, Node;
    uint64_t Frequency;
  };

  bool isUsable(const AddressPoint &P) const { return P.Usable >> Holder & 1; }
  int registerAt(const AddressPoint &P) const;
  void addBlock(const AddressBlock &B);
  AddressPlan planOf(const std::vector<bool> &IsBehind) const;

  const AddressPoints &Points;
  AddressHolder Holder;
  AddressDemands Demands;
  MinimumCut Network;
  /// The node at the end of each edge of the function.
  std::vector<unsigned> Edges;
  std::vector<Need> Needs;
  std::vector<Place> Places;
};

} // namespace

/// The cost of a load ahead of points.
static uint64_t costOfLoad(AddressHolder Holder) {
  return AddressCosts::Load + (Holder < FirstVector ? 0 : AddressCosts::Copy);
}

/// The register for a load at \p P; -1 if there is none.
int LoadPlanner::registerAt(const AddressPoint &P) const {
  if (!isUsable(P))
    return -1;
  if (Holder < FirstVector)
    return P.Loadable >> Holder & 1 ? Holder : -1;
  return P.Loadable ? countr_zero<unsigned>(P.Loadable) : -1;
}

void LoadPlanner::addBlock(const AddressBlock &B) {
  unsigned Now = MinimumCut::Source;
  if (!B.IsEntered && isUsable(B.Points.front())) {
    Now = Network.addNode();
    for (unsigned Edge : B.Enters)
      Network.addEdge(Edges[Edge], Now, MinimumCut::Unlimited);
  }
  // The last point since Now at which a load is possible.
  const AddressPoint *Last = nullptr;
  int Register = -1;
  for (const AddressPoint &P : B.Points) {
    if (!isUsable(P)) {
      Now = MinimumCut::Source;
      Last = nullptr;
    } else if (std::optional<AddressDemand> D = Demands(P)) {
      unsigned Node = Network.addNode();
      Network.addEdge(Now, Node, B.Frequency * (D->Missing - D->Known));
      Network.addEdge(Node, MinimumCut::Sink, MinimumCut::Unlimited);
      Needs.push_back({&P, Now, Node, *D, B.Frequency});
      Now = Node;
      Last = nullptr;
    }
    if (int R = registerAt(P); R >= 0) {
      Last = &P;
      Register = R;
    }
    if (P.Changed >> Holder & 1) {
      Now = MinimumCut::Source;
      Last = nullptr;
    }
    if (P.Leaves.empty())
      continue;
    if (Last) {
      unsigned Node = Network.addNode();
      Network.addEdge(Now, Node, B.Frequency * costOfLoad(Holder));
      Places.push_back({{B.Block, Last->At, Register}, Now, Node, B.Frequency});
      Now = Node;
      Last = nullptr;
    }
    for (unsigned Edge : P.Leaves)
      Network.addEdge(Now, Edges[Edge], MinimumCut::Unlimited);
  }
}

AddressPlan LoadPlanner::planOf(const std::vector<bool> &IsBehind) const {
  AddressPlan Plan;
  // Whether the address is used after it has been loaded for a need.
  auto IsUsedBehind = [&](unsigned Node) {
    return any_of(Network.successors(Node), [&](unsigned To) {
      return To != MinimumCut::Sink && IsBehind[To];
    });
  };
  for (const Need &N : Needs) {
    if (IsBehind[N.From]) {
      Plan.Known.push_back(N.Point);
      Plan.Saved += N.Frequency * (N.Demand.Alone - N.Demand.Known);
    } else if (IsUsedBehind(N.Node)) {
      Plan.Loading.push_back(N.Point);
      Plan.Saved -= N.Frequency * (N.Demand.Missing - N.Demand.Alone);
    }
  }
  for (const Place &P : Places)
    if (!IsBehind[P.From] && IsBehind[P.Node]) {
      Plan.Loads.push_back(P.Where);
      Plan.Saved -= P.Frequency * costOfLoad(Holder);
    }
  return Plan;
}

AddressPlan LoadPlanner::run() {
  for (unsigned &Node : Edges)
    Node = Network.addNode();
  for (const AddressBlock &B : Points.blocks())
    addBlock(B);
  if (Needs.empty())
    return {};
  return planOf(Network.run());
}

AddressPlan udpc::planLoads(const AddressPoints &Points, AddressHolder Holder,
                            AddressDemands Demands) {
  return LoadPlanner(Points, Holder, Demands).run();
}
