//===- MinimumCut.cpp - A minimum cut of a flow network -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/addresses/MinimumCut.h"
#include <algorithm>

using namespace udpc;

unsigned MinimumCut::addNode() {
  EdgesOf.emplace_back();
  return EdgesOf.size() - 1;
}

void MinimumCut::addEdge(unsigned From, unsigned To, uint64_t Capacity) {
  EdgesOf[From].push_back(Edges.size());
  Edges.push_back({To, Capacity});
  EdgesOf[To].push_back(Edges.size());
  Edges.push_back({From, 0});
}

std::vector<unsigned> MinimumCut::successors(unsigned Node) const {
  std::vector<unsigned> Result;
  for (unsigned E : EdgesOf[Node])
    if (E % 2 == 0)
      Result.push_back(Edges[E].To);
  return Result;
}

/// Computes Levels. Returns whether more can flow.
bool MinimumCut::findLevels() {
  Levels.assign(EdgesOf.size(), 0);
  Levels[Source] = 1;
  std::vector<unsigned> Queue = {Source};
  for (size_t I = 0; I != Queue.size(); ++I)
    for (unsigned E : EdgesOf[Queue[I]])
      if (Edges[E].Left && !Levels[Edges[E].To]) {
        Levels[Edges[E].To] = Levels[Queue[I]] + 1;
        Queue.push_back(Edges[E].To);
      }
  return Levels[Sink];
}

/// Fills shortest paths until each has a full edge.
void MinimumCut::augment() {
  Next.assign(EdgesOf.size(), 0);
  std::vector<unsigned> Path;
  auto End = [&] { return Path.empty() ? Source : Edges[Path.back()].To; };
  for (;;) {
    unsigned Node = End();
    if (Node == Sink) {
      uint64_t Flow = Unlimited;
      for (unsigned E : Path)
        Flow = std::min(Flow, Edges[E].Left);
      size_t Kept = Path.size();
      for (size_t I = Path.size(); I--;) {
        Edges[Path[I]].Left -= Flow;
        Edges[Path[I] ^ 1].Left += Flow;
        if (!Edges[Path[I]].Left)
          Kept = I;
      }
      Path.resize(Kept);
      continue;
    }
    unsigned &At = Next[Node];
    while (At != EdgesOf[Node].size()) {
      const Edge &E = Edges[EdgesOf[Node][At]];
      if (E.Left && Levels[E.To] == Levels[Node] + 1)
        break;
      ++At;
    }
    if (At != EdgesOf[Node].size()) {
      Path.push_back(EdgesOf[Node][At]);
    } else if (Path.empty()) {
      return;
    } else {
      Path.pop_back();
      ++Next[End()];
    }
  }
}

std::vector<bool> MinimumCut::run() {
  while (findLevels())
    augment();
  std::vector<bool> ReachesSink(EdgesOf.size());
  ReachesSink[Sink] = true;
  std::vector<unsigned> Queue = {Sink};
  for (size_t I = 0; I != Queue.size(); ++I)
    for (unsigned E : EdgesOf[Queue[I]])
      if (unsigned From = Edges[E].To;
          Edges[E ^ 1].Left && !ReachesSink[From]) {
        ReachesSink[From] = true;
        Queue.push_back(From);
      }
  return ReachesSink;
}
