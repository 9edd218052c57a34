//===- MinimumCut.h - A minimum cut of a flow network -----------*- C++ -*-===//
//
// Dinic's algorithm, for AddressPlan.cpp: E. A. Dinic, "Algorithm for solution
// of a problem of maximum flow in a network with power estimation", Soviet
// Math. Doklady 11, 1970.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSES_MINIMUMCUT_H
#define UDPC_PASSES_PROFILE_ADDRESSES_MINIMUMCUT_H

#include <cstdint>
#include <vector>

namespace udpc {

class MinimumCut {
public:
  static constexpr unsigned Source = 0, Sink = 1;
  /// The capacity of edges that are never cut. Each path from Source to Sink
  /// must have an edge with a smaller one, and the sum of all smaller ones must
  /// be below it.
  static constexpr uint64_t Unlimited = uint64_t(1) << 62;

  MinimumCut() : EdgesOf(2) {}

  unsigned addNode();
  void addEdge(unsigned From, unsigned To, uint64_t Capacity);
  /// The nodes to which edges lead.
  std::vector<unsigned> successors(unsigned Node) const;
  /// Returns for each node whether it is on the side of Sink. Of several
  /// minimum cuts this is the one nearest to Sink.
  std::vector<bool> run();

private:
  struct Edge {
    unsigned To;
    /// The remaining capacity. The reverse edge is next to this one.
    uint64_t Left;
  };

  bool findLevels();
  void augment();

  std::vector<Edge> Edges;
  std::vector<std::vector<unsigned>> EdgesOf;
  /// By node: its distance from Source plus one, or 0 if there is no path; and
  /// the first of its edges that may lead to Sink.
  std::vector<unsigned> Levels, Next;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSES_MINIMUMCUT_H
