//===- Candidates.cpp - Operations that miss often ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/Candidates.h"
#include "udpc/chains.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace udpc;

namespace {

/// Values computed once for a unit.
struct UnitCosts {
  std::vector<uint64_t> Values;
  std::vector<double> LoopWork;   ///< By loop, including nested ones.
  std::vector<double> LoopMisses; ///< By innermost loop.
  std::vector<bool> LoopCalls;
};

/// Operations without a key are identified by unit and number, and not merged.
using CandidateKey =
    std::tuple<MemoryOperationKey, uint32_t /*Unit*/, uint32_t /*Operation*/>;

class Collector {
public:
  explicit Collector(const CacheProfile &Profile) : Profile(Profile) {
    for (uint32_t U = 0; U != Profile.Units.size(); ++U)
      Costs.push_back(costsOfUnit(U));
    addLoopMisses();
  }

  std::vector<Candidate> run();

private:
  UnitCosts costsOfUnit(uint32_t Unit) const;
  void addLoopMisses();
  uint64_t valueOf(uint32_t Unit, uint32_t Value) const {
    return Value == abi::ZeroValue ? 0 : Costs[Unit].Values[Value];
  }
  MemoryOperationKey keyOf(uint32_t Unit, uint32_t Operation) const;
  bool isFirstInCall(uint32_t Unit, const abi::BlockRec &B) const;
  void addCode(Candidate &C, uint32_t Unit, uint32_t Operation) const;
  void addCounts(Candidate &C, const abi::OperationCountRec &R) const;
  void addLeader(Candidate &C, const abi::OperationCountRec &R) const;
  /// Adds the loops that call the functions of \p List.
  void addCallingLoops(std::vector<Candidate> &List) const;
  void addLibraries(std::vector<Candidate> &List) const;
  std::vector<std::vector<uint64_t>> valuesOfUnits() const;

  const CacheProfile &Profile;
  std::vector<UnitCosts> Costs;
};

} // namespace

UnitCosts Collector::costsOfUnit(uint32_t Unit) const {
  const CostTable &T = Profile.Units[Unit];
  UnitCosts Result;
  Result.Values = Profile.values(Unit);
  Result.LoopWork.resize(T.Loops.size());
  Result.LoopMisses.resize(T.Loops.size());
  Result.LoopCalls.resize(T.Loops.size());
  for (const abi::BlockRec &B : T.Blocks) {
    double Work = 0;
    uint64_t Value = B.Value == abi::ZeroValue ? 0 : Result.Values[B.Value];
    for (const abi::CostRec &C : T.costs(B))
      Work += double(C.Ir) * Value;
    for (uint32_t L = B.Loop; L != abi::NoIndex; L = T.Loops[L].Parent) {
      Result.LoopWork[L] += Work;
      if (Value && B.NumCalls)
        Result.LoopCalls[L] = true;
    }
  }
  return Result;
}

void Collector::addLoopMisses() {
  for (const CacheProfileThread &Thread : Profile.Threads)
    for (const abi::OperationCountRec &R : Thread.Operations) {
      const CostTable &T = Profile.Units[R.Unit];
      if (uint32_t L = T.Blocks[T.Operations[R.Operation].Block].Loop;
          L != abi::NoIndex)
        Costs[R.Unit].LoopMisses[L] += std::max(R.L2Misses, R.LLMisses);
    }
}

/// Returns the key of an operation; without frames if it has none.
MemoryOperationKey Collector::keyOf(uint32_t Unit, uint32_t Operation) const {
  const abi::OperationRec &O = Profile.Units[Unit].Operations[Operation];
  if (!(O.Flags & abi::HasKey) || O.Frame == abi::NoIndex)
    return MemoryOperationKey();
  return Profile.Units[Unit].key(O.Frame);
}

/// Whether most executions of \p B are the first ones in calls of its function.
bool Collector::isFirstInCall(uint32_t Unit, const abi::BlockRec &B) const {
  static constexpr double FewIterations = 2;
  const CostTable &T = Profile.Units[Unit];
  if (B.Loop == abi::NoIndex)
    return true;
  const abi::LoopRec &L = T.Loops[B.Loop];
  const abi::BlockRec &Entry = T.Blocks[T.Functions[B.Function].FirstBlock];
  return L.Parent == abi::NoIndex &&
         valueOf(Unit, T.Blocks[L.Header].Value) <=
             FewIterations * valueOf(Unit, Entry.Value);
}

/// Adds the data of one copy from the cost table.
void Collector::addCode(Candidate &C, uint32_t Unit, uint32_t Operation) const {
  const CostTable &T = Profile.Units[Unit];
  const abi::OperationRec &O = T.Operations[Operation];
  const abi::BlockRec &B = T.Blocks[O.Block];
  bool IsFirst = C.Function.empty();
  if (IsFirst) {
    const abi::LineRec &L = T.Lines[O.Line];
    C.File = T.string(L.File).str();
    C.Line = L.Line;
    C.Function = T.string(T.Functions[L.Function].Name).str();
    C.Kind = static_cast<abi::AccessKind>(O.Kind);
    C.IsInLoop = C.IsFirstInCall = true;
    C.KnownStep = O.KnownStep;
    C.Unit = Unit;
    C.Code = B.Function;
  }
  C.FeedsOwnAddress |= (O.Flags & abi::FeedsOwnAddress) != 0;
  C.FeedsAddress |= (O.Flags & abi::FeedsAddress) != 0;
  C.ChainCycles = std::max(C.ChainCycles, abi::chainCyclesOf(O.Flags));
  if (C.KnownStep != O.KnownStep)
    C.KnownStep = 0;
  C.Executions += valueOf(Unit, B.Value);
  C.IsInLoop &= B.Loop != abi::NoIndex;
  C.IsFirstInCall &= isFirstInCall(Unit, B);
  if (B.Loop != abi::NoIndex) {
    C.LoopWork += Costs[Unit].LoopWork[B.Loop];
    C.LoopMisses += Costs[Unit].LoopMisses[B.Loop];
    const abi::LoopRec &L = T.Loops[B.Loop];
    if (L.Parent != abi::NoIndex) {
      auto Iterations = [&](const abi::LoopRec &Of) {
        return valueOf(Unit, T.Blocks[Of.Header].Value);
      };
      C.LoopIterations += Iterations(L);
      C.OuterIterations += Iterations(T.Loops[L.Parent]);
    }
    C.LoopCalls = C.LoopCalls || Costs[Unit].LoopCalls[B.Loop];
  }
  for (const abi::BranchRec &Branch : T.branches(O)) {
    C.DecidesBranches = true;
    if (Branch.Taken == abi::ZeroValue)
      continue;
    uint64_t Decided = valueOf(Unit, T.Blocks[Branch.Block].Value);
    uint64_t Taken = std::min(Decided, valueOf(Unit, Branch.Taken));
    C.NumSurprises += std::min(Taken, Decided - Taken);
  }
}

void Collector::addLeader(Candidate &C, const abi::OperationCountRec &R) const {
  if (R.Leader == abi::NoIndex || !R.NumFollowed)
    return;
  MemoryOperationKey Key = keyOf(R.Unit, R.Leader);
  if (Key.Frames.empty())
    return;
  if (C.Leader && C.Leader->Key == Key) {
    C.Leader->NumFollowed += R.NumFollowed;
    C.Leader->Lines |= R.LeaderLines;
  } else if (!C.Leader || C.Leader->NumFollowed < R.NumFollowed) {
    C.Leader.emplace();
    C.Leader->Key = std::move(Key);
    C.Leader->NumFollowed = R.NumFollowed;
    C.Leader->Lines = R.LeaderLines;
  }
}

/// The maximum stride: programs do not have longer ones, but damaged profiles
/// do, and computations with them would overflow.
static constexpr int64_t MaxStride = int64_t(1) << 40;

static void addStrides(StrideCounts &To, ArrayRef<abi::StrideRec> Strides) {
  for (const abi::StrideRec &S : Strides)
    if (S.Count && S.Bytes <= MaxStride && S.Bytes >= -MaxStride)
      To[S.Bytes] += S.Count;
}

/// Adds the counts of one thread.
void Collector::addCounts(Candidate &C, const abi::OperationCountRec &R) const {
  C.D1Misses += R.D1Misses;
  C.LLMisses += R.LLMisses;
  C.Prefetched += R.Prefetched;
  C.NumStrides += R.NumStrides;
  C.NumRuns += R.NumRuns;
  C.NumBreaks += R.NumBreaks;
  addStrides(C.Strides, R.Strides);
  addStrides(C.Double, R.Double);
  C.NumLines += R.NumLines;
  C.L2Misses += R.L2Misses;
  C.L2Lines += R.L2Lines;
  C.LLLines += R.LLLines;
  addLeader(C, R);
}

std::vector<std::vector<uint64_t>> Collector::valuesOfUnits() const {
  std::vector<std::vector<uint64_t>> Values;
  for (const UnitCosts &Each : Costs)
    Values.push_back(Each.Values);
  return Values;
}

void Collector::addCallingLoops(std::vector<Candidate> &List) const {
  std::vector<std::vector<uint64_t>> Values = valuesOfUnits();
  CallingLoops Loops(Profile, Values);
  for (Candidate &C : List)
    if (C.IsFirstInCall && !C.Key.Frames.empty())
      C.CalledIn = Loops.of(C.Unit, C.Code);
}

/// Adds library functions, whose misses the profile has by unit and function,
/// not by call.
void Collector::addLibraries(std::vector<Candidate> &List) const {
  std::map<std::pair<uint32_t /*Unit*/, uint32_t /*Line*/>, Candidate> ByLine;
  for (const CacheProfileThread &Thread : Profile.Threads)
    for (const abi::LineCountRec &R : Thread.Lines) {
      const uint64_t *Counts = R.Counts;
      uint64_t L2Misses = Counts[abi::EventD2mr] + Counts[abi::EventD2mw],
               LLMisses = Counts[abi::EventDLmr] + Counts[abi::EventDLmw];
      if (!L2Misses && !LLMisses)
        continue;
      Candidate &C = ByLine[{R.Unit, R.Line}];
      if (Counts[abi::EventDLmw] > Counts[abi::EventDLmr] ||
          Counts[abi::EventD2mw] > Counts[abi::EventD2mr])
        C.Kind = abi::AccessKind::Store;
      C.D1Misses += Counts[abi::EventD1mr] + Counts[abi::EventD1mw];
      C.L2Misses += L2Misses;
      C.LLMisses += LLMisses;
      C.Threads.insert(Thread.Index);
    }
  if (ByLine.empty())
    return;
  std::vector<std::vector<uint64_t>> Values = valuesOfUnits();
  CallingLoops Loops(Profile, Values);
  for (auto &[At, C] : ByLine) {
    auto [Unit, Line] = At;
    const CostTable &T = Profile.Units[Unit];
    C.IsLibrary = true;
    C.Unit = Unit;
    C.Code = T.Lines[Line].Function;
    C.Function = T.string(T.Functions[C.Code].Name).str();
    CallingLoops::LibraryCalls Calls = Loops.ofLibrary(Unit, C.Function);
    C.Executions = uint64_t(Calls.Calls);
    if (Calls.Main) {
      C.File = Calls.Main->File;
      C.Line = Calls.Main->Line;
      C.Key = Calls.Main->Key;
    }
    if (Calls.IsInLoop)
      C.CalledIn = std::move(Calls.Main);
    List.push_back(std::move(C));
  }
}

/// Sets Copies to the number of operations of one line that one loop executes
/// equally often and that miss about as often. Operations with different misses
/// are other accesses of the line.
static void countCopies(std::vector<Candidate> &List) {
  auto LineOf = [](const Candidate &C) {
    return std::tuple(C.Key.withoutDiscriminators(), C.Unit, C.Kind,
                      C.Executions, C.LoopWork);
  };
  std::map<decltype(LineOf(List.front())), std::vector<Candidate *>> ByLine;
  for (Candidate &C : List)
    if (C.IsInLoop && !C.Key.Frames.empty())
      ByLine[LineOf(C)].push_back(&C);
  for (auto &[Line, Operations] : ByLine)
    for (Candidate *C : Operations)
      C->Copies = count_if(Operations, [&](const Candidate *Other) {
        return Other->D1Misses <= 2 * C->D1Misses &&
               C->D1Misses <= 2 * Other->D1Misses;
      });
}

std::vector<Candidate> Collector::run() {
  std::vector<Candidate> Result;
  std::map<CandidateKey, Candidate> ByKey;
  std::set<std::pair<uint32_t, uint32_t>> Seen;
  std::map<MemoryOperationKey, std::pair<uint64_t, uint64_t>> Leaders;
  for (const CacheProfileThread &Thread : Profile.Threads) {
    for (const abi::OperationCountRec &R : Thread.Operations) {
      MemoryOperationKey Key = keyOf(R.Unit, R.Operation);
      bool HasKey = !Key.Frames.empty();
      Candidate &C =
          ByKey[{Key, HasKey ? 0 : R.Unit, HasKey ? 0 : R.Operation}];
      C.Key = std::move(Key);
      if (Seen.insert({R.Unit, R.Operation}).second)
        addCode(C, R.Unit, R.Operation);
      addCounts(C, R);
      if (R.L2Misses || R.LLMisses)
        C.Threads.insert(Thread.Index);
    }
  }
  for (auto &[Key, C] : ByKey) {
    if (C.Leader) {
      auto It = ByKey.find({C.Leader->Key, 0, 0});
      if (It == ByKey.end()) {
        C.Leader.reset();
      } else {
        C.Leader->Executions = It->second.Executions;
        C.Leader->D1Misses = It->second.D1Misses;
      }
    }
  }
  for (auto &[Key, C] : ByKey)
    if (C.L2Misses || C.LLMisses)
      Result.push_back(std::move(C));
  addCallingLoops(Result);
  countCopies(Result);
  addLibraries(Result);
  llvm::sort(Result, [](const Candidate &L, const Candidate &R) {
    return std::tie(R.LLMisses, L.File, L.Line, L.Key, L.Function) <
           std::tie(L.LLMisses, R.File, R.Line, R.Key, R.Function);
  });
  return Result;
}

std::vector<Candidate> udpc::findCandidates(const CacheProfile &Profile) {
  return Collector(Profile).run();
}
