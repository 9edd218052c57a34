//===- EventStacks.cpp - Stacks from event profiles -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/ModuleBuildId.h"
#include "profdata/stacks/StackSources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Returns the build ID of the module \p Path of \p Profile.
static std::string buildIdOf(const EventProfile &Profile, StringRef Path) {
  std::vector<StringRef> Tables;
  for (const auto &[Unit, Module] : zip(Profile.units(), Profile.modules()))
    if (Module == Path)
      Tables.push_back(Unit.bytes());
  return moduleBuildId(Path, UDPC_TABLES_SECTION, Tables);
}

StackProfile udpc::stacksOf(const EventProfile &Profile,
                            const EventReport &Report) {
  StackProfile Out;
  Out.Command = Profile.command().str();
  for (const ReportEvent &Event : Report.Events)
    Out.Types.push_back({Event.Name, "count"});
  std::map<std::string, uint32_t> Modules;
  for (const std::string &Path : Profile.modules())
    if (!Path.empty() && !Modules.count(Path))
      Modules[Path] = Out.addModule({Path, buildIdOf(Profile, Path)});

  for (const auto &[Type, Event] : enumerate(Report.Events))
    for (const ReportRow &Row : Event.Rows) {
      StackFunction F;
      F.Name = Row.Function.empty() ? sys::path::filename(Row.File).str()
                                    : Row.Function;
      F.LinkageName = Row.LinkageName;
      F.File = Row.File;
      uint32_t Function = Out.addFunction(F);
      for (const auto &[Module, Count] : Row.Modules) {
        if (!Count)
          continue;
        StackPlace Place;
        if (auto Known = Modules.find(Module); Known != Modules.end())
          Place.Module = Known->second;
        Place.Lines.push_back({Function, Row.Line});
        Out.add({{Out.addPlace(std::move(Place))},
                 {{"kind", kindWord(Row.Kind).str()}}},
                Type, Row.contribution(Count));
      }
    }
  return Out;
}
