//===- CallgrindFuzzer.cpp - Any text in Callgrind's format ---------------===//

#include "Fuzz.h"
#include "profdata/calls/CallGraph.h"

using namespace llvm;
using namespace udpc;

static void requireIndices(const CallGraph &G) {
  for (const CallGraph::Function &F : G.Functions)
    require(F.Module < G.Modules.size() && F.File < G.Files.size() &&
                F.Self.size() == G.Events.size() &&
                F.Inclusive.size() == G.Events.size() &&
                (F.Cycle == CallGraph::None || F.Cycle < G.Cycles.size()),
            "a function with a wrong index");
  for (const CallGraph::Arc &A : G.Arcs)
    require(A.Caller < G.Functions.size() && A.Callee < G.Functions.size() &&
                A.File < G.Files.size(),
            "an arc with a wrong index");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<CallGraph> Graph = CallGraph::parse(textOf(Data, Size), "t");
  if (!Graph) {
    requireMessage(Graph.takeError(), "t:");
    return 0;
  }
  requireIndices(*Graph);
  require(Graph->costs().Summary == Graph->Total,
          "the lines do not add up to the total");
  CallGraph Twice = *Graph;
  if (Error E = Twice.add(*Graph))
    requireMessage(std::move(E), "");
  requireIndices(Twice);
  require(Twice.Arcs.size() == Graph->Arcs.size(),
          "a run added to itself has other arcs");
  return 0;
}
