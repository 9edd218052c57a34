//===- CallGraphOfCosts.cpp - Call graphs of profiles ---------------------===//

#include "profdata/cache/CacheProfile.h"
#include "profdata/calls/CallGraph.h"
#include "profdata/calls/RecordedCalls.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using namespace udpc;

CallGraph CallGraph::of(const CachegrindFile &File) {
  CallGraph Out;
  Out.Descriptions = File.Descriptions;
  Out.Command = File.Command;
  Out.Events = File.Events;
  for (const auto &[Path, FileFunctions] : File.Files) {
    uint32_t In = Out.file(Path == "???" ? "" : Path);
    for (const auto &[Name, FunctionLines] : FileFunctions)
      for (const auto &[Line, Self] : FunctionLines)
        Out.addSelf(Out.function(Out.module(""), In, Name), In, Line, Self);
  }
  Out.finish();
  return Out;
}

CallGraph CallGraph::of(const CacheProfile &Profile,
                        CachegrindFile::Options O) {
  CallGraph Out;
  CachegrindFile Head = CachegrindFile::headOf(Profile, O);
  Out.Descriptions = Head.Descriptions;
  Out.Command = Head.Command;
  Out.Events = Head.Events;
  std::vector<unsigned> Shown = CachegrindFile::eventsOf(Profile, O);
  // What is inlined is not called, and calls are those of all threads.
  bool HasCalls = Profile.hasCalls() && !O.Inlined && !O.Thread;
  if (HasCalls && !(Profile.CallsHeader.Flags & abi::AllCostsRecorded)) {
    Shown = {abi::EventIr};
    Out.Events = {"Ir"};
  }
  for (const FrameCosts &C : costsOf(Profile, O.Thread)) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    const abi::CodeRec &Code = Table.Functions[Line.Function];
    uint32_t File = Out.file(Table.string(Line.File));
    bool IsInlined = O.Inlined && C.Frame != abi::NoIndex &&
                     Table.Frames[C.Frame].Parent != abi::NoIndex;
    StringRef Home = Table.string(Code.File);
    uint32_t F = Out.function(Out.module(Profile.Modules[C.Unit]),
                              Home.empty() || IsInlined ? File : Out.file(Home),
                              CachegrindFile::functionOf(Table, C, O));
    if (!IsInlined)
      Out.Functions[F].Line = Code.Line;
    Out.addSelf(F, File, Line.Line,
                map_to_vector(Shown, [&](unsigned E) { return C.Counts[E]; }));
  }
  if (HasCalls)
    addRecordedCalls(Profile, O, Shown, Out);
  else
    Out.finish();
  return Out;
}
