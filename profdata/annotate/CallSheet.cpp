//===- CallSheet.cpp - A call graph prepared for display ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/CallSheet.h"
#include "udpc/values.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Merges the rows of \p Changed that have become equal by new names or
/// columns.
static CostGraph merged(const CostGraph &Changed) {
  CostGraph Out;
  Out.Events = Changed.Events;
  Out.Command = Changed.Command;
  // It has the same events.
  cantFail(Out.add(Changed));
  return Out;
}

CostGraph udpc::renamed(CostGraph Graph, const SheetNames &Names) {
  for (std::string &File : Graph.Files)
    File = changedName(File.empty() ? "???" : StringRef(File), Names.Files);
  for (CostGraph::Function &F : Graph.Functions)
    F.Name = changedName(Names.Demangle ? demangle(F.Name) : F.Name,
                         Names.Functions);
  return merged(Graph);
}

namespace {

/// Replaces the counts of a graph by columns.
class Columns {
public:
  Columns(const CostSheet &Sheet, ArrayRef<size_t> Show, unsigned NumSides,
          unsigned Side)
      : Sheet(Sheet), Show(Show), NumSides(NumSides), Side(Side) {}

  void apply(CostGraph &G) const {
    G.Events.resize(width() * NumSides);
    for (auto [I, Event] : enumerate(G.Events))
      Event = std::to_string(I);
    for (CostGraph::Function &F : G.Functions) {
      replace(F.Self, 0);
      replace(F.Inclusive, F.Calls);
    }
    for (CostGraph::Arc &A : G.Arcs)
      replace(A.Inclusive, A.Calls);
    for (CostGraph::Context &C : G.Contexts) {
      replace(C.Self, 0);
      replace(C.Inclusive, C.Calls);
    }
    for (CostGraph::LineCosts &L : G.Lines)
      replace(L.Self, 0);
  }

private:
  size_t width() const { return Show.size() + 1; }

  void replace(CostGraph::Counts &Counts, uint64_t Calls) const {
    CostSheet::Counts Signed;
    for (uint64_t C : Counts)
      Signed.push_back(values::limited(C));
    Signed.resize(Sheet.numRecorded());
    Sheet.derive(Signed);
    Counts.assign(width() * NumSides, 0);
    size_t To = width() * Side;
    for (size_t Event : Show)
      Counts[To++] = std::max<int64_t>(Signed[Event], 0);
    Counts[To] = Calls;
  }

  const CostSheet &Sheet;
  ArrayRef<size_t> Show;
  unsigned NumSides, Side;
};

} // namespace

CallSheet CallSheet::of(const CostGraph &Graph, const CostSheet &Sheet,
                        ArrayRef<size_t> Show) {
  CostGraph Changed = Graph;
  Columns(Sheet, Show, 1, 0).apply(Changed);
  return {merged(Changed), Show.size(), false};
}

CallSheet CallSheet::difference(const CostGraph &Old, const CostGraph &New,
                                const CostSheet &Sheet, ArrayRef<size_t> Show) {
  CostGraph Before = Old, After = New;
  // Compared programs are often in two folders.
  for (CostGraph *G : {&Before, &After})
    for (std::string &Module : G->Modules)
      Module = sys::path::filename(Module).str();
  Columns(Sheet, Show, 2, 0).apply(After);
  Columns(Sheet, Show, 2, 1).apply(Before);
  CallSheet Out = {merged(After), Show.size(), true};
  cantFail(Out.Graph.add(Before));
  return Out;
}

uint64_t CallSheet::weight(ArrayRef<uint64_t> Row, size_t Column) const {
  return IsDifference ? std::max(Row[Column], Row[Column + NumEvents + 1])
                      : Row[Column];
}
