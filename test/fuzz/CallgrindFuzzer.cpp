//===- CallgrindFuzzer.cpp - Any text in Callgrind's format ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/costs/CostGraph.h"

using namespace llvm;
using namespace udpc;

static void requireIndices(const CostGraph &G) {
  for (const CostGraph::Function &F : G.Functions)
    require(F.Module < G.Modules.size() && F.File < G.Files.size() &&
                F.Self.size() == G.Events.size() &&
                F.Inclusive.size() == G.Events.size() &&
                (F.Cycle == CostGraph::None || F.Cycle < G.Cycles.size()),
            "a function with a wrong index");
  for (const CostGraph::Arc &A : G.Arcs)
    require(A.Caller < G.Functions.size() && A.Callee < G.Functions.size() &&
                A.File < G.Files.size(),
            "an arc with a wrong index");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<CostGraph> Graph =
      CostGraph::parseCallgrind(textOf(Data, Size), "t");
  if (!Graph) {
    requireMessage(Graph.takeError(), "t:");
    return 0;
  }
  requireIndices(*Graph);
  CostGraph::Counts Sum(Graph->Events.size());
  for (const auto &[File, Functions] : Graph->linesByFile())
    for (const auto &[Function, Lines] : Functions)
      for (const auto &[Line, Counts] : Lines)
        CostGraph::addTo(Sum, Counts);
  require(Sum == Graph->Total, "the lines do not add up to the total");
  CostGraph Twice = *Graph;
  if (Error E = Twice.add(*Graph))
    requireMessage(std::move(E), "");
  requireIndices(Twice);
  require(Twice.Arcs.size() == Graph->Arcs.size(),
          "a run added to itself has other arcs");
  return 0;
}
