//===- CostRuns.cpp - Reads the runs of `udpc baseline` and `check` -------===//

#include "tools/udpc/CostRuns.h"
#include "profdata/check/MeasuredCosts.h"
#include "tools/udpc/ProfileSum.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace udpc;

static Expected<Baseline> readRun(const std::string &File,
                                  const CostSelection &Selection,
                                  const CostSelector &Selector) {
  Expected<ProfileSum> Profile = ProfileSum::of({File});
  if (!Profile)
    return Profile.takeError();
  Expected<Baseline> Run =
      Profile->get<CacheProfile>()
          ? measuredCosts(std::move(*Profile->get<CacheProfile>()), Selection,
                          Selector)
      : Profile->get<CachegrindFile>()
          ? measuredCosts(*Profile->get<CachegrindFile>(), Selection, Selector)
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
