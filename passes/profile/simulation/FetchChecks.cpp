//===- FetchChecks.cpp - Lines of code that need a check ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/FetchChecks.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <array>
#include <deque>

using namespace llvm;
using namespace udpc;

namespace {

/// A fetched line, as in FetchCheck.
struct Fetch {
  unsigned From;
  uint32_t CodeLine;
  const MachineInstr *MI;
};

constexpr uint32_t Unknown = ~0u;

/// The line that is known to be fetched last, for each number modulo
/// RecentCode.
struct Recent {
  std::array<uint32_t, abi::RecentCode> Lines;

  void forget() { Lines.fill(Unknown); }
  /// Keeps the lines that \p O has as well. Returns whether anything changed.
  bool meet(const Recent &O) {
    bool HasChanged = false;
    for (unsigned I = 0; I != abi::RecentCode; ++I)
      if (Lines[I] != O.Lines[I] && Lines[I] != Unknown) {
        Lines[I] = Unknown;
        HasChanged = true;
      }
    return HasChanged;
  }
};

class FetchFlow {
public:
  FetchFlow(ArrayRef<Segment> Segments, const FunctionLayout &Layout,
            const CodeSpace &Space, uint64_t Start, unsigned NumSets);

  std::vector<FetchCheck> run();

private:
  void walk(unsigned Index, Recent &Now, std::vector<FetchCheck> *Checks);

  ArrayRef<Segment> Segments;
  const unsigned NumSets;
  std::vector<std::vector<Fetch>> Fetches;
  std::vector<bool> EndsInCall;
};

} // namespace

FetchFlow::FetchFlow(ArrayRef<Segment> Segments, const FunctionLayout &Layout,
                     const CodeSpace &Space, uint64_t Start, unsigned NumSets)
    : Segments(Segments), NumSets(NumSets), Fetches(Segments.size()),
      EndsInCall(Segments.size()) {
  for (auto [Index, S] : enumerate(Segments)) {
    unsigned From = 0;
    for (auto [Position, MI] : enumerate(S.Instructions)) {
      auto &Lines = Fetches[Index];
      auto It = Layout.Extents.find(MI);
      if (It == Layout.Extents.end())
        continue;
      uint64_t First = Start + It->second.Offset;
      for (uint32_t Line :
           {Space.lineOf(First), Space.lineOf(First + It->second.Size - 1)})
        if (Lines.empty() || Lines.back().CodeLine != Line ||
            Lines.back().From != From)
          Lines.push_back({From, Line, MI});
      if (MI->isCall())
        From = Position + 1;
    }
    EndsInCall[Index] =
        !S.Instructions.empty() && From == S.Instructions.size();
  }
}

void FetchFlow::walk(unsigned Index, Recent &Now,
                     std::vector<FetchCheck> *Checks) {
  unsigned From = 0;
  for (const Fetch &F : Fetches[Index]) {
    if (F.From != From)
      Now.forget();
    From = F.From;
    uint32_t &Last = Now.Lines[F.CodeLine % NumSets];
    if (Last == F.CodeLine)
      continue;
    Last = F.CodeLine;
    if (Checks)
      Checks->push_back({Index, F.From, F.CodeLine, F.MI});
  }
  if (EndsInCall[Index])
    Now.forget();
}

std::vector<FetchCheck> FetchFlow::run() {
  std::vector<Recent> Starts(Segments.size());
  std::vector<bool> IsReached(Segments.size()), IsWaiting(Segments.size());
  std::deque<unsigned> Work;
  auto Enter = [&](unsigned Index, const Recent &From) {
    bool HasChanged = true;
    if (!IsReached[Index])
      Starts[Index] = From;
    else
      HasChanged = Starts[Index].meet(From);
    IsReached[Index] = true;
    if (HasChanged && !IsWaiting[Index]) {
      IsWaiting[Index] = true;
      Work.push_back(Index);
    }
  };
  Recent Nothing;
  Nothing.forget();
  for (unsigned I = 0; I != Segments.size(); ++I)
    if (Segments[I].IsEntry || I == 0)
      Enter(I, Nothing);
  while (!Work.empty()) {
    unsigned Index = Work.front();
    Work.pop_front();
    IsWaiting[Index] = false;
    Recent Now = Starts[Index];
    walk(Index, Now, nullptr);
    for (unsigned S : Segments[Index].Successors)
      Enter(S, Now);
  }
  std::vector<FetchCheck> Checks;
  for (unsigned I = 0; I != Segments.size(); ++I) {
    Recent Now = IsReached[I] ? Starts[I] : Nothing;
    walk(I, Now, &Checks);
  }
  return Checks;
}

std::vector<FetchCheck> udpc::findFetchChecks(ArrayRef<Segment> Segments,
                                              const FunctionLayout &Layout,
                                              const CodeSpace &Space,
                                              uint64_t Start,
                                              unsigned NumSets) {
  return FetchFlow(Segments, Layout, Space, Start, NumSets).run();
}

constexpr uint64_t LineBytes = 1 << abi::RecentLineShift;

uint64_t CodeSpace::place(const FunctionLayout &Layout) {
  Next = alignTo(Next, Align(std::max<uint32_t>(Layout.Alignment, 1)));
  uint64_t Start = Next;
  Next += Layout.Size;
  return Start;
}

uint32_t CodeSpace::numLines() const { return divideCeil(Next, LineBytes); }

uint32_t CodeSpace::lineOf(uint64_t Byte) const { return Byte / LineBytes; }
