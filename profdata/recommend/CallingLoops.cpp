//===- CallingLoops.cpp - Loops that call a function ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/CallingLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace llvm;
using namespace udpc;

/// The maximum number of functions between a loop and the function that misses:
/// hints are for an argument that the loop passes, which is seldom passed on
/// unchanged.
static constexpr unsigned MostBetween = 3;

/// The least fraction of calls that make a place decisive.
static constexpr double LeastShare = 0.5;

CallingLoops::CallingLoops(const CacheProfile &Profile,
                           const std::vector<std::vector<uint64_t>> &Values)
    : Profile(Profile), Values(Values) {
  for (auto [U, T] : enumerate(Profile.Units)) {
    std::set<StringRef> Names;
    for (const abi::ExportRec &E : T.Exports)
      Names.insert(T.string(E.Symbol));
    for (auto [F, C] : enumerate(T.Functions)) {
      if (!C.NumBlocks)
        continue;
      StringRef Name = T.string(C.Symbol);
      Own.insert({{uint32_t(U), Name}, uint32_t(F)});
      if (Names.count(Name))
        Exported.insert({Name, {uint32_t(U), uint32_t(F)}});
    }
  }
  for (auto [U, T] : enumerate(Profile.Units))
    for (const abi::CalleeRec &R : T.Callees) {
      const abi::BlockRec &B = T.Blocks[R.Block];
      double Calls = valueOf(U, B.Value) * R.NumCalls;
      std::optional<Code> Callee = calleeOf(U, R);
      if (!Calls)
        continue;
      if (Callee)
        Callees[{uint32_t(U), B.Function}].push_back(&R);
      if (R.Frame == abi::NoIndex)
        continue;
      Site New = {{uint32_t(U), B.Function},
                  T.key(R.Frame).withoutDiscriminators(),
                  B.Loop,
                  R.Frame,
                  Calls};
      std::vector<Site> &Sites =
          Callee ? Callers[*Callee]
                 : LibraryCallers[{uint32_t(U), T.string(R.Symbol)}];
      auto Same = find_if(Sites, [&](const Site &S) {
        return !(S.Caller < New.Caller) && !(New.Caller < S.Caller) &&
               S.Line == New.Line && S.Loop == New.Loop;
      });
      if (Same == Sites.end())
        Sites.push_back(std::move(New));
      else
        Same->Calls += Calls;
    }
}

std::optional<CallingLoops::Code>
CallingLoops::calleeOf(uint32_t Unit, const abi::CalleeRec &R) const {
  StringRef Name = Profile.Units[Unit].string(R.Symbol);
  if (auto It = Own.find({Unit, Name}); It != Own.end())
    return Code{Unit, It->second};
  auto It = Exported.find(Name);
  return It == Exported.end() ? std::nullopt : std::optional(It->second);
}

ArrayRef<abi::BlockRec> CallingLoops::blocksOf(Code Of) const {
  const CostTable &T = Profile.Units[Of.Unit];
  const abi::CodeRec &C = T.Functions[Of.Function];
  return ArrayRef(T.Blocks).slice(C.FirstBlock, C.NumBlocks);
}

/// Returns how often \p Of, which has blocks, was called.
double CallingLoops::entries(Code Of) const {
  return valueOf(Of.Unit, blocksOf(Of).front().Value);
}

double CallingLoops::ownWork(Code Of) const {
  double Work = 0;
  for (const abi::BlockRec &B : blocksOf(Of))
    for (const abi::CostRec &C : Profile.Units[Of.Unit].costs(B))
      Work += C.Ir * valueOf(Of.Unit, B.Value);
  return Work;
}

/// Returns the instructions of the functions that are called by those blocks of
/// \p Of for which \p In returns true.
double CallingLoops::workOfCalls(Code Of,
                                 function_ref<bool(const abi::BlockRec &)> In) {
  auto It = Callees.find(Of);
  if (It == Callees.end())
    return 0;
  double Work = 0;
  for (const abi::CalleeRec *R : It->second) {
    const abi::BlockRec &B = Profile.Units[Of.Unit].Blocks[R->Block];
    if (In(B))
      Work += valueOf(Of.Unit, B.Value) * R->NumCalls *
              workOfCall(*calleeOf(Of.Unit, *R));
  }
  return Work;
}

/// Returns the instructions of one call of \p Of, including the functions that
/// it calls. Recursive calls count only once.
double CallingLoops::workOfCall(Code Of) {
  auto [It, IsNew] = Works.insert({Of, 0});
  if (!IsNew)
    return It->second;
  double Entries = entries(Of);
  if (!Entries)
    return 0;
  double Work = ownWork(Of) + workOfCalls(Of, [](auto &) { return true; });
  return Works[Of] = Work / Entries;
}

/// Returns the instructions of all executions of a loop, including the
/// functions that it calls.
double CallingLoops::workOfLoop(uint32_t Unit, uint32_t Loop) {
  const CostTable &T = Profile.Units[Unit];
  auto IsInLoop = [&](const abi::BlockRec &B) {
    uint32_t L = B.Loop;
    while (L != abi::NoIndex && L != Loop)
      L = T.Loops[L].Parent;
    return L == Loop;
  };
  Code Around = {Unit, T.Loops[Loop].Function};
  double Work = workOfCalls(Around, IsInLoop);
  for (const abi::BlockRec &B : blocksOf(Around))
    if (IsInLoop(B))
      for (const abi::CostRec &C : T.costs(B))
        Work += C.Ir * valueOf(Unit, B.Value);
  return Work;
}

/// Whether some blocks outside of loops are executed only in some calls.
bool CallingLoops::hasPaths(Code Of) const {
  static constexpr double Rare = 0.05;
  double Entries = entries(Of);
  return any_of(blocksOf(Of), [&](const abi::BlockRec &B) {
    double Times = valueOf(Of.Unit, B.Value);
    return B.Loop == abi::NoIndex && Times > Rare * Entries &&
           Times < (1 - Rare) * Entries;
  });
}

const CallingLoops::Site *CallingLoops::mainOf(ArrayRef<Site> Sites,
                                               double Calls) {
  auto Most = llvm::max_element(
      Sites, [](const Site &L, const Site &R) { return L.Calls < R.Calls; });
  return Most != Sites.end() && Most->Calls >= LeastShare * Calls ? &*Most
                                                                  : nullptr;
}

/// Returns the place that makes at least half of the calls of \p Of, or null.
const CallingLoops::Site *CallingLoops::mainCaller(Code Of) const {
  auto It = Callers.find(Of);
  return It == Callers.end() ? nullptr : mainOf(It->second, entries(Of));
}

/// Returns the key of an operation in the line of the call if there is one,
/// since tools find hints at operations; else the key of the line.
MemoryOperationKey CallingLoops::keyOf(const Site &At) const {
  const CostTable &T = Profile.Units[At.Caller.Unit];
  for (const abi::OperationRec &O : T.Operations)
    if (O.Flags & abi::HasKey && O.Frame != abi::NoIndex &&
        T.Blocks[O.Block].Function == At.Caller.Function)
      if (MemoryOperationKey Key = T.key(O.Frame);
          Key.withoutDiscriminators() == At.Line)
        return Key;
  MemoryOperationKey Key = T.key(At.Frame);
  for (KeyFrame &F : Key.Frames)
    F.Discriminator = abi::baseOf(F.Discriminator);
  return Key.line();
}

std::optional<CallingLoop> CallingLoops::loopAround(const Site *From,
                                                    CallingLoop Result) {
  for (unsigned I = 0; From && I <= MostBetween; ++I) {
    if (From->Loop == abi::NoIndex) {
      Code Of = From->Caller;
      From = mainCaller(Of);
      if (From)
        Result.Share *= std::min(1.0, From->Calls / entries(Of));
      continue;
    }
    const CostTable &T = Profile.Units[From->Caller.Unit];
    Result.Key = keyOf(*From);
    Result.File = T.string(T.Frames[From->Frame].File).str();
    Result.Line = T.Frames[From->Frame].Line;
    Result.Calls = From->Calls;
    Result.Work = workOfLoop(From->Caller.Unit, From->Loop) / From->Calls;
    return Result;
  }
  return std::nullopt;
}

std::optional<CallingLoop> CallingLoops::of(uint32_t Unit, uint32_t Function) {
  CallingLoop Result;
  Code At = {Unit, Function};
  Result.HasPaths = hasPaths(At);
  const Site *From = mainCaller(At);
  if (!From)
    return std::nullopt;
  Result.Share = std::min(1.0, From->Calls / entries(At));
  return loopAround(From, std::move(Result));
}

CallingLoops::LibraryCalls CallingLoops::ofLibrary(uint32_t Unit,
                                                   StringRef Name) {
  LibraryCalls Result;
  auto It = LibraryCallers.find({Unit, Name});
  if (It == LibraryCallers.end())
    return Result;
  for (const Site &S : It->second)
    Result.Calls += S.Calls;
  const Site *From = mainOf(It->second, Result.Calls);
  if (!From)
    return Result;
  CallingLoop Main;
  Main.Share = From->Calls / Result.Calls;
  Main.HasPaths = true;
  Result.Main = loopAround(From, Main);
  Result.IsInLoop = Result.Main.has_value();
  if (!Result.IsInLoop) {
    const CostTable &T = Profile.Units[Unit];
    Main.Key = keyOf(*From);
    Main.File = T.string(T.Frames[From->Frame].File).str();
    Main.Line = T.Frames[From->Frame].Line;
    Result.Main = std::move(Main);
  }
  return Result;
}
