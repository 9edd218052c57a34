//===- ContextStacks.cpp - Stacks from contexts of calls ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/StackSources.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class ContextStacks {
public:
  ContextStacks(const CostGraph &Graph, ArrayRef<uint32_t> ModuleOf,
                StackProfile &Out)
      : Graph(Graph), ModuleOf(ModuleOf), Out(Out) {}
  void add();

private:
  uint32_t placeOf(uint32_t Function, uint32_t File, uint32_t Line);
  StackProfile::Key stackOf(const CostGraph::Context &C);
  void addCounts(const StackProfile::Key &Stack, ArrayRef<uint64_t> Counts);

  const CostGraph &Graph;
  ArrayRef<uint32_t> ModuleOf;
  StackProfile &Out;
};

} // namespace

/// Returns the place of a function. The line is only used if it is in the
/// function's own file: code of other files is inlined.
uint32_t ContextStacks::placeOf(uint32_t Function, uint32_t File,
                                uint32_t Line) {
  StackFunction Name;
  StackPlace Place;
  if (Function == CostGraph::None) {
    Name.Name = Name.LinkageName = "(others)";
    Line = 0;
  } else {
    const CostGraph::Function &F = Graph.Functions[Function];
    Name.Name = F.Name;
    Name.File = Graph.Files[F.File] == "???" ? "" : Graph.Files[F.File];
    Name.Line = F.Line;
    Place.Module = ModuleOf[F.Module];
    if (File != F.File)
      Line = 0;
  }
  Place.Lines.push_back({Out.addFunction(Name), Line});
  return Out.addPlace(std::move(Place));
}

StackProfile::Key ContextStacks::stackOf(const CostGraph::Context &C) {
  StackProfile::Key Stack;
  Stack.Places.push_back(placeOf(C.Function, CostGraph::None, 0));
  for (const CostGraph::Context *At = &C; At->Parent != CostGraph::None;) {
    const CostGraph::Context &Caller = Graph.Contexts[At->Parent];
    Stack.Places.push_back(placeOf(Caller.Function, At->File, At->Line));
    At = &Caller;
  }
  return Stack;
}

void ContextStacks::addCounts(const StackProfile::Key &Stack,
                              ArrayRef<uint64_t> Counts) {
  for (auto [Type, Count] : enumerate(Counts))
    Out.add(Stack, Type, values::limited(Count));
}

void ContextStacks::add() {
  std::vector<CostGraph::Counts> Rest;
  for (const CostGraph::Function &F : Graph.Functions)
    Rest.push_back(F.Self);
  for (const CostGraph::Context &C : Graph.Contexts) {
    if (any_of(C.Self, [](uint64_t Count) { return Count != 0; }))
      addCounts(stackOf(C), C.Self);
    if (C.Function != CostGraph::None)
      for (auto [Left, Count] : zip(Rest[C.Function], C.Self))
        Left -= std::min(Left, Count);
  }
  // Costs of the contexts beyond the limit are also part of the rest of their
  // functions.
  CostGraph::Counts Others(Graph.Events.size());
  for (const CostGraph::Context &C : Graph.Contexts)
    if (C.Function == CostGraph::None)
      CostGraph::addTo(Others, C.Self);
  bool HasOthers = any_of(Others, [](uint64_t Count) { return Count != 0; });
  for (auto [F, Counts] : enumerate(Rest))
    if (!HasOthers && any_of(Counts, [](uint64_t Count) { return Count != 0; }))
      addCounts({{placeOf(F, CostGraph::None, 0)}, {}}, Counts);
}

void udpc::addStacks(const CostGraph &Graph, ArrayRef<uint32_t> ModuleOf,
                     StackProfile &Out) {
  ContextStacks(Graph, ModuleOf, Out).add();
}
