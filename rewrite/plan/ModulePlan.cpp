//===- ModulePlan.cpp - The planned sites of a spec in a file -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/ModulePlan.h"
#include "profdata/binary/DebugFile.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/tables/SiteTable.h"
#include "rewrite/code/ModuleCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

size_t ModulePlan::numDone() const {
  return count_if(Plan.Outcomes, [](const SiteOutcome &O) { return O.IsDone; });
}

static PlannedSiteKind codeKind(abi::SiteKind Kind) {
  switch (Kind) {
  case abi::SiteKind::Entry:
    return PlannedSiteKind::Entry;
  case abi::SiteKind::Return:
    return PlannedSiteKind::Return;
  default:
    return PlannedSiteKind::Offset;
  }
}

static std::vector<uint8_t> makeTable(const EventSpec &Spec, StringRef Path,
                                      const SiteRequests &Requests,
                                      ArrayRef<SiteOutcome> Outcomes) {
  SiteTableBuilder Table;
  SmallString<128> Module(Path);
  sys::fs::make_absolute(Module);
  Table.setSourceFile(Module);
  Table.setNumSlots(Requests.Sites.size());
  for (const CountedEvent &E : Spec.Events)
    Table.addEvent(E.Name, E.Counter);
  std::vector<uint32_t> NumDone(Spec.Entries.size());
  for (const auto &[Site, Outcome] : zip(Requests.Sites, Outcomes))
    NumDone[Site.Entry] += Outcome.IsDone;
  std::vector<uint16_t> Flags(Spec.Entries.size());
  for (const auto &[Site, Outcome] : zip(Requests.Sites, Outcomes))
    if (!Outcome.IsDone && !Flags[Site.Entry])
      Flags[Site.Entry] =
          abi::RefusedEntry | static_cast<unsigned>(Outcome.Refusal)
                                  << abi::RefusalShift;
  for (const SpecEntry &E : Spec.Entries)
    Table.addEntry(E.Event, E.Kind, E.Command, E.Pattern, Spec.File, E.SpecLine,
                   NumDone[E.Number], Flags[E.Number]);
  for (size_t I = 0; I != Requests.Sites.size(); ++I) {
    if (!Outcomes[I].IsDone)
      continue;
    const SiteRequest &S = Requests.Sites[I];
    const SpecEntry &Entry = Spec.Entries[S.Entry];
    abi::SiteRec Rec = {};
    Rec.Event = Entry.Event;
    Rec.Kind = static_cast<uint8_t>(S.Kind);
    Rec.Command = static_cast<uint8_t>(Entry.Command);
    Rec.File = Table.addString(S.File);
    Rec.Line = S.Line;
    Rec.Column = S.Column;
    Rec.Function = Table.addString(S.Function);
    abi::CandidateRec Candidate = {};
    Candidate.Value = I;
    Table.addSite(Rec, Candidate);
  }
  return Table.finish();
}

Expected<ModulePlan> udpc::planModule(const EventSpec &Spec,
                                      const ELFObjectFileBase &File,
                                      StringRef Path,
                                      const PlanOptions &Options) {
  if (Error E = checkSections(File))
    return std::move(E);
  DebugFile Debug = findDebugFile(File, Path);
  Expected<ModuleCode> Code = ModuleCode::create(File, Debug.get());
  if (!Code)
    return Code.takeError();
  ModulePlan Result;
  Result.Requests = SiteRequests::find(Spec, *Code, File, Path, Debug.get());
  std::vector<PlannedSite> Sites;
  for (const SiteRequest &R : Result.Requests.Sites)
    Sites.push_back(
        {codeKind(R.Kind), R.Address, uint32_t(Sites.size()), R.Ranges});
  Expected<RewritePlan> Plan = planRewrite(*Code, Sites, Options);
  if (!Plan)
    return Plan.takeError();
  Result.Plan = std::move(*Plan);
  Result.Table = makeTable(Spec, Path, Result.Requests, Result.Plan.Outcomes);
  return Result;
}
