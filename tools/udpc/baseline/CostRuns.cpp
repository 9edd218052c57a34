//===- CostRuns.cpp - Reads the costs of runs -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/baseline/CostRuns.h"
#include "profdata/check/MeasuredCosts.h"
#include "profdata/check/RegionCosts.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace udpc;

static Expected<Baseline> readRun(const std::string &File,
                                  const CostSelection &Selection,
                                  const CostSelector &Selector) {
  Expected<ProfileInput> Input = ProfileInput::open(File);
  if (!Input)
    return Input.takeError();
  // Only these commands read the next two formats.
  if (Baseline::isBaseline(Input->bytes()))
    return Baseline::parse(Input->bytes(), File);
  if (mayBeRegionCosts(Input->bytes()))
    return parseRegionCosts(Input->bytes(), File);
  Expected<ProfileSum> Profile = readProfile(*Input);
  if (!Profile)
    return Profile.takeError();
  Expected<Baseline> Run = [&]() -> Expected<Baseline> {
    if (auto *Costs = Profile->get<CacheProfile>())
      return measuredCosts(std::move(*Costs), Selection, Selector);
    if (const auto *Events = Profile->get<EventProfile>())
      return measuredCosts(*Events, Selection, Selector);
    if (!Selection.Module.empty())
      return createStringError(
          "--module needs a cache profile (udpc.<pid>.cache): its costs by "
          "module are not known");
    return measuredCosts(*Profile->get<CostGraph>(), Selection, Selector);
  }();
  if (!Run)
    return createStringError(File + ": " + toString(Run.takeError()));
  return Run;
}

static Expected<CostSelector> selectorOf(const CostSelection &Selection,
                                         StringRef Project) {
  SmallString<128> Folder(Project);
  if (Folder.empty()) {
    if (std::error_code EC = sys::fs::current_path(Folder))
      return createStringError("the current folder: " + EC.message());
    Folder = projectFolder(Folder);
  } else if (std::error_code EC = sys::fs::make_absolute(Folder)) {
    return createStringError("--project: " + EC.message());
  }
  return CostSelector::create(Selection, Folder);
}

Expected<Baseline> udpc::readBaseline(const std::string &File,
                                      StringRef Project) {
  Expected<CostSelector> Selector = selectorOf({}, Project);
  if (!Selector)
    return Selector.takeError();
  return readRun(File, {}, *Selector);
}

Expected<Baseline> udpc::readRuns(ArrayRef<std::string> Files,
                                  const CostSelection &Selection,
                                  StringRef Project) {
  Expected<CostSelector> Selector = selectorOf(Selection, Project);
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
