//===- CostStacks.cpp - Stacks from cache profiles ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/ModuleBuildId.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/stacks/StackSources.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

static std::string buildIdOf(const CacheProfile &Profile, StringRef Path) {
  std::vector<StringRef> Tables;
  for (const auto &[Unit, Module] : zip(Profile.Units, Profile.Modules))
    if (Module == Path)
      Tables.push_back(Unit.bytes());
  return moduleBuildId(Path, UDPC_COSTS_SECTION, Tables);
}

namespace {

class Conversion {
public:
  Conversion(const CacheProfile &Profile, const CostOptions &Options)
      : Profile(Profile), Options(Options) {
    this->Options.MiddleLevel = true;
  }
  StackProfile run();

private:
  bool hasContexts() const {
    return Profile.CallsHeader.Flags & abi::ContextsRecorded && !Options.Thread;
  }
  std::string nameIn(const CostTable &Table, uint32_t Demangled,
                     uint32_t Linkage) const {
    return Table.string(Options.Demangle ? Demangled : Linkage).str();
  }
  /// Returns the lines of a cost centre, innermost first.
  std::vector<StackLine> linesOf(const FrameCosts &Costs);

  const CacheProfile &Profile;
  CostOptions Options;
  StackProfile Out;
};

} // namespace

/// Returns the path of a file; "" if it is unknown.
static StringRef fileIn(const CostTable &Table, uint32_t File) {
  StringRef Path = Table.string(File);
  return Path == "???" ? "" : Path;
}

std::vector<StackLine> Conversion::linesOf(const FrameCosts &Costs) {
  const CostTable &Table = Profile.Units[Costs.Unit];
  const abi::LineRec &Centre = Table.Lines[Costs.Line];
  const abi::CodeRec &Code = Table.Functions[Centre.Function];
  StackFunction Outer;
  Outer.Name = nameIn(Table, Code.Name, Code.Symbol);
  Outer.LinkageName = Table.string(Code.Symbol).str();
  if (Costs.Frame == abi::NoIndex) {
    Outer.File = fileIn(Table, Centre.File).str();
    if (Centre.File == Code.File)
      Outer.Line = Code.Line;
    return {{Out.addFunction(Outer), Centre.Line}};
  }
  std::vector<StackLine> Lines;
  for (uint32_t I = Costs.Frame; I != abi::NoIndex;) {
    const abi::FrameRec &Frame = Table.Frames[I];
    I = Frame.Parent;
    StackFunction F = Outer;
    if (I != abi::NoIndex) {
      F.Name = nameIn(Table, Frame.Name, Frame.Function);
      F.LinkageName = Table.string(Frame.Function).str();
    }
    F.File = fileIn(Table, Frame.File).str();
    if (Frame.LineOffset <= Frame.Line)
      F.Line = Frame.Line - Frame.LineOffset;
    Lines.push_back({Out.addFunction(F), Frame.Line});
  }
  return Lines;
}

StackProfile Conversion::run() {
  CostGraph Graph;
  CostOptions WithCalls = Options;
  WithCalls.Inlined = false;
  if (hasContexts())
    Graph = CostGraph::of(Profile, WithCalls);
  std::vector<unsigned> Events = eventsOf(Profile, Options);
  Out.Command = commandOf(Profile);
  if (!hasContexts())
    for (unsigned Event : Events)
      Graph.Events.push_back(abi::CostEventNames[Event]);
  for (const std::string &Event : Graph.Events)
    Out.Types.push_back({Event, "count"});
  std::map<std::string, uint32_t> Modules;
  for (const std::string &Path : Profile.Modules)
    if (!Path.empty() && !Modules.count(Path))
      Modules[Path] = Out.addModule({Path, buildIdOf(Profile, Path)});
  if (hasContexts()) {
    std::vector<uint32_t> ModuleOf;
    for (const std::string &Path : Graph.Modules) {
      auto Known = Modules.find(Path);
      ModuleOf.push_back(Known == Modules.end() ? UINT32_MAX : Known->second);
    }
    addStacks(Graph, ModuleOf, Out);
    return std::move(Out);
  }

  for (const FrameCosts &C : costsOf(Profile, Options.Thread)) {
    StackPlace Place;
    if (auto Known = Modules.find(Profile.Modules[C.Unit]);
        Known != Modules.end())
      Place.Module = Known->second;
    Place.Lines = linesOf(C);
    StackProfile::Key Stack{{Out.addPlace(std::move(Place))}, {}};
    for (const auto &[Type, Event] : enumerate(Events))
      Out.add(Stack, Type, values::limited(C.Counts[Event]));
  }
  return std::move(Out);
}

StackProfile udpc::stacksOf(const CacheProfile &Profile,
                            const CostOptions &Options) {
  return Conversion(Profile, Options).run();
}

StackProfile udpc::stacksOf(const CostGraph &Graph) {
  StackProfile Out;
  Out.Command = Graph.Command;
  for (const std::string &Event : Graph.Events)
    Out.Types.push_back({Event, "count"});
  for (const auto &[Path, Functions] : Graph.linesByFile())
    for (const auto &[Name, Lines] : Functions) {
      StackFunction F;
      F.Name = F.LinkageName = Name.str();
      F.File = Path == UnknownFile ? "" : Path.str();
      uint32_t Function = Out.addFunction(F);
      for (const auto &[Line, Counts] : Lines) {
        StackPlace Place;
        Place.Lines.push_back({Function, Line});
        StackProfile::Key Stack{{Out.addPlace(std::move(Place))}, {}};
        for (const auto &[Type, Count] : enumerate(Counts))
          Out.add(Stack, Type, values::limited(Count));
      }
    }
  return Out;
}
