//===- CostGraph.cpp - Costs of lines, functions and calls ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "profdata/costs/ValgrindText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

void CostGraph::addTo(Counts &To, ArrayRef<uint64_t> More) {
  if (To.size() < More.size())
    To.resize(More.size());
  addCounts(To, More);
}

/// Returns the position of \p K in \p To, to which the result of \p Make is
/// added if it is new.
template <class Map, class Key, class List, class Maker>
static uint32_t findOrAdd(Map &Index, Key &&K, List &To, Maker Make) {
  auto [It, New] = Index.try_emplace(std::forward<Key>(K), To.size());
  if (New)
    To.push_back(Make());
  return It->second;
}

uint32_t CostGraph::module(StringRef Path) {
  return findOrAdd(ModuleIndex, Path.str(), Modules,
                   [&] { return Path.str(); });
}

uint32_t CostGraph::file(StringRef Path) {
  return findOrAdd(FileIndex, Path.str(), Files, [&] { return Path.str(); });
}

uint32_t CostGraph::function(uint32_t Module, uint32_t File, StringRef Name) {
  return findOrAdd(FunctionIndex, std::make_tuple(Module, File, Name.str()),
                   Functions, [&] {
                     Function F;
                     F.Module = Module;
                     F.File = File;
                     F.Name = Name.str();
                     F.Self.resize(Events.size());
                     return F;
                   });
}

void CostGraph::addArc(uint32_t Caller, uint32_t Callee, uint32_t File,
                       uint32_t Line, uint64_t Calls,
                       ArrayRef<uint64_t> Inclusive) {
  uint32_t I = findOrAdd(
      ArcIndex, std::make_tuple(Caller, Callee, File, Line), Arcs, [&] {
        return Arc{Caller, Callee, File, Line, 0, Counts(Events.size())};
      });
  Arcs[I].Calls = SaturatingAdd(Arcs[I].Calls, Calls);
  addTo(Arcs[I].Inclusive, Inclusive);
}

void CostGraph::addSelf(uint32_t Function, uint32_t File, uint32_t Line,
                        ArrayRef<uint64_t> Self, const EventSet &Excluded) {
  uint32_t I =
      findOrAdd(LineIndex, std::make_tuple(Function, File, Line), Lines, [&] {
        return LineCosts{Function, File, Line, {}};
      });
  Lines[I].Self.addCode(Excluded);
  Lines[I].Self.resize(Events.size());
  addTo(Lines[I].Self, Self);
  addTo(Functions[Function].Self, Self);
  addTo(Total, Self);
}

void CostGraph::addJump(const Jump &J) {
  uint32_t I =
      findOrAdd(JumpIndex,
                std::make_tuple(J.Function, J.File, J.Line, J.TargetFile,
                                J.TargetLine, J.IsConditional),
                Jumps, [&] {
                  Jump New = J;
                  New.Taken = New.Executed = 0;
                  return New;
                });
  Jumps[I].Taken = SaturatingAdd(Jumps[I].Taken, J.Taken);
  Jumps[I].Executed = SaturatingAdd(Jumps[I].Executed, J.Executed);
}

namespace {

/// Tarjan's strongly connected components with an explicit stack, since chains
/// of calls in profiles may be long.
class CycleFinder {
public:
  explicit CycleFinder(const CostGraph &Graph)
      : Callees(Graph.Functions.size()), Seen(Graph.Functions.size()),
        Low(Graph.Functions.size()), OnPath(Graph.Functions.size()) {
    for (const CostGraph::Arc &A : Graph.Arcs)
      Callees[A.Caller].push_back(A.Callee);
  }

  /// Returns the components of several functions, and functions that call
  /// themselves.
  std::vector<std::vector<uint32_t>> find() {
    for (uint32_t F = 0; F != Callees.size(); ++F)
      if (!Seen[F])
        visit(F);
    sort(Found);
    return std::move(Found);
  }

private:
  struct Frame {
    uint32_t Function;
    size_t NextCallee;
  };

  void enter(uint32_t F) {
    Seen[F] = Low[F] = ++Number;
    Path.push_back(F);
    OnPath[F] = true;
    Stack.push_back({F, 0});
  }

  void visit(uint32_t Root) {
    enter(Root);
    while (!Stack.empty()) {
      uint32_t F = Stack.back().Function;
      if (Stack.back().NextCallee != Callees[F].size()) {
        uint32_t Callee = Callees[F][Stack.back().NextCallee++];
        if (!Seen[Callee])
          enter(Callee);
        else if (OnPath[Callee])
          Low[F] = std::min(Low[F], Seen[Callee]);
        continue;
      }
      Stack.pop_back();
      if (!Stack.empty())
        Low[Stack.back().Function] =
            std::min(Low[Stack.back().Function], Low[F]);
      if (Low[F] == Seen[F])
        leaveComponent(F);
    }
  }

  void leaveComponent(uint32_t First) {
    std::vector<uint32_t> Members;
    uint32_t F;
    do {
      F = Path.pop_back_val();
      OnPath[F] = false;
      Members.push_back(F);
    } while (F != First);
    if (Members.size() == 1 && !is_contained(Callees[First], First))
      return;
    sort(Members);
    Found.push_back(std::move(Members));
  }

  std::vector<std::vector<uint32_t>> Callees;
  std::vector<uint32_t> Seen, Low; ///< 0 if not yet seen.
  std::vector<bool> OnPath;
  SmallVector<uint32_t> Path;
  std::vector<Frame> Stack;
  uint32_t Number = 0;
  std::vector<std::vector<uint32_t>> Found;
};

} // namespace

void CostGraph::finish() {
  Total.resize(Events.size());
  Cycles.clear();
  for (Function &F : Functions) {
    F.Calls = 0;
    F.Cycle = None;
  }
  for (std::vector<uint32_t> &Members : CycleFinder(*this).find()) {
    Cycle C;
    for (uint32_t F : Members) {
      Functions[F].Cycle = Cycles.size();
      addTo(C.Inclusive, Functions[F].Self);
    }
    C.Functions = std::move(Members);
    Cycles.push_back(std::move(C));
  }

  std::vector<bool> Compute(Functions.size());
  for (auto [F, Needed] : zip(Functions, Compute))
    if (F.Inclusive.empty()) {
      Needed = true;
      F.Inclusive = F.Self;
      F.IsBound = F.Cycle != None && Cycles[F.Cycle].Functions.size() > 1;
    }
  for (const Arc &A : Arcs) {
    Function &Caller = Functions[A.Caller], &Callee = Functions[A.Callee];
    Callee.Calls = SaturatingAdd(Callee.Calls, A.Calls);
    bool Within = Caller.Cycle != None && Caller.Cycle == Callee.Cycle;
    if (Caller.Cycle != None && !Within)
      addTo(Cycles[Caller.Cycle].Inclusive, A.Inclusive);
    // Calls of a function to itself are already part of its costs.
    if (Compute[A.Caller] && A.Caller != A.Callee)
      addTo(Caller.Inclusive, A.Inclusive);
  }
  for (auto [F, Computed] : zip(Functions, Compute))
    if (Computed && F.IsBound)
      for (auto [Count, Bound] : zip(F.Inclusive, Cycles[F.Cycle].Inclusive))
        Count = std::min(Count, Bound);
}

Error CostGraph::add(const CostGraph &Other) {
  if (Events.empty() && Functions.empty()) {
    *this = Other;
    return Error::success();
  }
  if (Other.Events != Events)
    return createStringError("it has other events than the profiles before it");
  if (Other.Command != Command)
    Command = "";
  for (const std::string &D : Other.Descriptions)
    if (!is_contained(Descriptions, D))
      Descriptions.push_back(D);
  std::vector<uint32_t> ToFile, ToFunction;
  for (const std::string &Path : Other.Files)
    ToFile.push_back(file(Path));
  auto FileOf = [&](uint32_t File) {
    return File == None ? None : ToFile[File];
  };
  for (const Function &F : Other.Functions) {
    ToFunction.push_back(
        function(module(Other.Modules[F.Module]), ToFile[F.File], F.Name));
    Function &To = Functions[ToFunction.back()];
    addTo(To.Inclusive, F.Inclusive);
    To.IsBound |= F.IsBound;
    if (!To.Line)
      To.Line = F.Line;
  }
  for (const LineCosts &L : Other.Lines)
    addSelf(ToFunction[L.Function], ToFile[L.File], L.Line, L.Self,
            L.Self.Impossible);
  for (const Arc &A : Other.Arcs)
    addArc(ToFunction[A.Caller], ToFunction[A.Callee], FileOf(A.File), A.Line,
           A.Calls, A.Inclusive);
  for (Jump J : Other.Jumps) {
    J.Function = ToFunction[J.Function];
    J.File = ToFile[J.File];
    J.TargetFile = ToFile[J.TargetFile];
    addJump(J);
  }

  using Place = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;
  std::map<Place, uint32_t> Index;
  for (auto [I, C] : enumerate(Contexts))
    Index.try_emplace({C.Parent, C.Function, C.File, C.Line}, I);
  std::vector<uint32_t> ToContext;
  for (Context C : Other.Contexts) {
    if (C.Parent != None)
      C.Parent = ToContext[C.Parent];
    if (C.Function != None)
      C.Function = ToFunction[C.Function];
    C.File = FileOf(C.File);
    auto [It, New] = Index.try_emplace({C.Parent, C.Function, C.File, C.Line},
                                       Contexts.size());
    ToContext.push_back(It->second);
    if (New) {
      Contexts.push_back(std::move(C));
      continue;
    }
    Context &To = Contexts[It->second];
    To.Calls = SaturatingAdd(To.Calls, C.Calls);
    addTo(To.Self, C.Self);
    addTo(To.Inclusive, C.Inclusive);
  }
  finish();
  return Error::success();
}

bool CostGraph::isCachegrindFile(StringRef Bytes) {
  while (Bytes.starts_with("#") || Bytes.starts_with("\n"))
    Bytes = Bytes.split('\n').second;
  // Callgrind's format is accepted too: the parser reports the error.
  for (StringRef Start : {"desc:", "cmd:", "version:", "creator:"})
    if (Bytes.starts_with(Start))
      return true;
  return false;
}

bool CostGraph::isCallgrindFile(StringRef Bytes) {
  while (!Bytes.empty()) {
    auto [Line, Rest] = Bytes.split('\n');
    if (Line.starts_with("# callgrind format"))
      return true;
    Bytes = Rest;
    Line = Line.ltrim(valgrind::Blanks);
    if (Line.empty() || Line.starts_with("#"))
      continue;
    return any_of(ArrayRef<StringRef>{"version:", "creator:", "positions:",
                                      "pid:", "part:", "events:"},
                  [L = Line](StringRef Key) { return L.starts_with(Key); });
  }
  return false;
}
