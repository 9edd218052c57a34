//===- RecordedCalls.cpp - The calls of a cache profile -------------------===//

#include "profdata/calls/RecordedCalls.h"
#include "profdata/cache/CacheProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class CallAdder {
public:
  CallAdder(const CacheProfile &Profile, const CachegrindFile::Options &O,
            ArrayRef<unsigned> Events, CallGraph &Graph)
      : Profile(Profile), O(O), Events(Events), Graph(Graph) {}

  void addCalls();
  /// Calls of functions without a profile, whose inclusive costs are unknown.
  void addUnprofiledCalls();

private:
  CallGraph::Counts shown(ArrayRef<uint64_t> All) const {
    CallGraph::Counts Counts;
    for (unsigned E : Events)
      Counts.push_back(All[E]);
    return Counts;
  }
  uint32_t functionOf(uint32_t Unit, uint32_t Code);

  const CacheProfile &Profile;
  const CachegrindFile::Options &O;
  ArrayRef<unsigned> Events;
  CallGraph &Graph;
};

} // namespace

uint32_t CallAdder::functionOf(uint32_t Unit, uint32_t Code) {
  const CostTable &Table = Profile.Units[Unit];
  const abi::CodeRec &F = Table.Functions[Code];
  StringRef Name = Table.string(O.Demangle ? F.Name : F.Symbol);
  uint32_t Index = Graph.function(Graph.module(Profile.Modules[Unit]),
                                  Graph.file(Table.string(F.File)), Name);
  Graph.Functions[Index].Line = F.Line;
  return Index;
}

void CallAdder::addCalls() {
  for (const abi::CallRec &C : Profile.Calls) {
    if (C.CallerUnit == abi::NoIndex || (!C.Calls && !C.Costs[0]))
      continue;
    const CostTable &Table = Profile.Units[C.CallerUnit];
    uint32_t File = CallGraph::None, Line = 0;
    if (C.Callee != abi::NoIndex) {
      uint32_t Frame = Table.Callees[C.Callee].Frame;
      if (Frame != abi::NoIndex) {
        File = Graph.file(Table.string(Table.Frames[Frame].File));
        Line = Table.Frames[Frame].Line;
      }
    }
    Graph.addArc(functionOf(C.CallerUnit, C.Caller),
                 functionOf(C.Unit, C.Function), File, Line, C.Calls,
                 shown(C.Costs));
  }
}

void CallAdder::addUnprofiledCalls() {
  StringSet<> Exported;
  for (const CostTable &Table : Profile.Units)
    for (const abi::ExportRec &E : Table.Exports)
      Exported.insert(Table.string(E.Symbol));
  const CallGraph::Counts None(Events.size());
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    std::vector<uint64_t> Values = Profile.values(Unit);
    for (const abi::CalleeRec &C : Table.Callees) {
      StringRef Symbol = Table.string(C.Symbol);
      const abi::BlockRec &Block = Table.Blocks[C.Block];
      uint64_t Times = Block.Value == abi::ZeroValue ? 0 : Values[Block.Value];
      if (!Times || Symbol.empty() || C.Flags & abi::CalleeIsInUnit ||
          Exported.contains(Symbol))
        continue;
      uint32_t File = CallGraph::None, Line = 0;
      if (C.Frame != abi::NoIndex) {
        File = Graph.file(Table.string(Table.Frames[C.Frame].File));
        Line = Table.Frames[C.Frame].Line;
      }
      Graph.addArc(functionOf(Unit, Block.Function),
                   Graph.function(Graph.module(""), Graph.file(""), Symbol),
                   File, Line, SaturatingMultiply<uint64_t>(Times, C.NumCalls),
                   None);
    }
  }
}

void udpc::addRecordedCalls(const CacheProfile &Profile,
                            const CachegrindFile::Options &O,
                            ArrayRef<unsigned> Shown, CallGraph &Graph) {
  CallAdder Adder(Profile, O, Shown, Graph);
  Adder.addCalls();
  Adder.addUnprofiledCalls();
}
