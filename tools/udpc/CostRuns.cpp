//===- CostRuns.cpp - Reads the runs of `udpc baseline` and `check` -------===//

#include "tools/udpc/CostRuns.h"
#include "profdata/check/MeasuredCosts.h"
#include "profdata/check/RegionCosts.h"
#include "tools/udpc/ProfileSum.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

/// Fails if \p Selection has modules.
static Error refuseModules(const CostSelection &Selection, StringRef File) {
  if (Selection.Module.empty())
    return Error::success();
  return createStringError(
      File + ": --module needs a cache profile (udpc.<pid>.cache): its costs "
             "by module are not known");
}

static Expected<Baseline> readRun(const std::string &File,
                                  const CostSelection &Selection,
                                  const CostSelector &Selector) {
  // Formats that other commands do not add up.
  if (auto Buffer = MemoryBuffer::getFile(File)) {
    StringRef Bytes = (*Buffer)->getBuffer();
    if (Baseline::isBaseline(Bytes))
      return Baseline::parse(Bytes, File);
    if (mayBeRegionCosts(Bytes))
      return parseRegionCosts(Bytes, File);
    if (CallGraph::isCallgrindFile(Bytes)) {
      Expected<CallGraph> Graph = CallGraph::parse(Bytes, File);
      if (!Graph)
        return Graph.takeError();
      if (Error E = refuseModules(Selection, File))
        return E;
      return measuredCosts(*Graph, Selection, Selector);
    }
  }
  Expected<ProfileSum> Profile = ProfileSum::of({File});
  if (!Profile)
    return Profile.takeError();
  if (Profile->get<CachegrindFile>())
    if (Error E = refuseModules(Selection, File))
      return E;
  Expected<Baseline> Run =
      Profile->get<CacheProfile>()
          ? measuredCosts(std::move(*Profile->get<CacheProfile>()), Selection,
                          Selector)
      : Profile->get<CachegrindFile>()
          ? measuredCosts(CallGraph::of(*Profile->get<CachegrindFile>()),
                          Selection, Selector)
          : measuredCosts(*Profile->get<EventProfile>(), Selection, Selector);
  if (!Run)
    return createStringError(File + ": " + toString(Run.takeError()));
  return Run;
}

Expected<Baseline> udpc::readRuns(ArrayRef<std::string> Files,
                                  const CostSelection &Selection,
                                  StringRef Project) {
  SmallString<128> Folder(Project);
  if (Folder.empty()) {
    if (std::error_code EC = sys::fs::current_path(Folder))
      return createStringError("the current folder: " + EC.message());
    Folder = projectFolder(Folder);
  } else if (std::error_code EC = sys::fs::make_absolute(Folder)) {
    return createStringError("--project: " + EC.message());
  }
  Expected<CostSelector> Selector = CostSelector::create(Selection, Folder);
  if (!Selector)
    return Selector.takeError();
  Baseline All;
  for (const std::string &File : Files) {
    Expected<Baseline> Run = readRun(File, Selection, *Selector);
    if (!Run)
      return Run.takeError();
    if (Error E = All.add(*Run))
      return createStringError(File + ": " + toString(std::move(E)));
  }
  return All;
}
