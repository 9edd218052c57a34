//===- CostGraphOfProfile.cpp - Costs of cache profiles -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "profdata/costs/RecordedCalls.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using namespace udpc;

/// Adds the jumps of \p Profile that were taken, and a description of how many
/// jumps have unknown counts. Omits jumps with unknown lines, which readers
/// cannot show.
static void addRecordedJumps(const CacheProfile &Profile, const CostOptions &O,
                             CostGraph &Out) {
  uint64_t Known = 0, Unknown = 0;
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    if (Table.Jumps.empty())
      continue;
    std::vector<uint64_t> Values =
        O.Thread ? Profile.values(*O.Thread, Unit) : Profile.values(Unit);
    auto ValueOf = [&](uint32_t Value) {
      return Value == abi::ZeroValue ? 0 : Values[Value];
    };
    for (const abi::JumpRec &J : Table.Jumps) {
      const abi::LineRec &Line = Table.Lines[J.Line];
      const abi::LineRec &Target = Table.Lines[J.Target];
      uint64_t Executed = ValueOf(Table.Blocks[J.Block].Value);
      if (!Executed)
        continue;
      ++(J.Flags & abi::JumpIsUnknown ? Unknown : Known);
      uint64_t Taken = ValueOf(J.Taken);
      if (J.Flags & abi::JumpIsUnknown || !Taken || !Target.Line)
        continue;
      uint32_t File = Out.file(Table.string(Line.File));
      const abi::CodeRec &Code = Table.Functions[Line.Function];
      StringRef Home = Table.string(Code.File);
      FrameCosts At = {Unit, abi::NoIndex, J.Line, {}};
      Out.addJump({Out.function(Out.module(Profile.Modules[Unit]),
                                Home.empty() ? File : Out.file(Home),
                                functionOf(Table, At, O)),
                   File, Line.Line, Out.file(Table.string(Target.File)),
                   Target.Line, bool(J.Flags & abi::JumpIsConditional), Taken,
                   Executed});
    }
  }
  if (Unknown)
    Out.Descriptions.push_back(
        "Jumps: " + std::to_string(Unknown) + " of " +
        std::to_string(Known + Unknown) +
        " that were reached are left out, since it is not known how often they "
        "were taken");
}

CostGraph CostGraph::of(const CacheProfile &Profile, const CostOptions &O) {
  CostGraph Out;
  Out.Descriptions = cacheDescriptions(Profile, O);
  Out.Command = commandOf(Profile);
  std::vector<unsigned> Shown = eventsOf(Profile, O);
  // Inlined functions have no calls, and calls are recorded for all threads
  // together.
  bool HasCalls = O.Calls && Profile.hasCalls() && !O.Inlined && !O.Thread;
  if (HasCalls && !(Profile.CallsHeader.Flags & abi::AllCostsRecorded))
    Shown = {abi::EventIr};
  for (unsigned Event : Shown)
    Out.Events.push_back(abi::CostEventNames[Event]);
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
                              functionOf(Table, C, O));
    if (!IsInlined)
      Out.Functions[F].Line = Code.Line;
    Out.addSelf(F, File, Line.Line,
                map_to_vector(Shown, [&](unsigned E) { return C.Counts[E]; }));
  }
  if (O.Calls && Profile.HasLostCalls)
    Out.Descriptions.push_back("Calls: not kept by region");
  if (O.Calls && !O.Inlined)
    addRecordedJumps(Profile, O, Out);
  if (HasCalls)
    addRecordedCalls(Profile, O, Shown, Out);
  else
    Out.finish();
  return Out;
}
