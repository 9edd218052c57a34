//===- AnnotateInput.cpp - Reads udpc annotate's profiles -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateInput.h"
#include "profdata/cache/CacheComparison.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error at(const Twine &Where, Error E) {
  return createStringError(Where + ": " + toString(std::move(E)));
}

/// Fails if \p Kind has no costs, or a given option needs a cache profile.
static Error checkKind(ProfileKind Kind, StringRef Path,
                       const AnnotateInput &Input) {
  if (Kind == ProfileKind::Costs)
    return Error::success();
  if (Kind == ProfileKind::Events)
    return createStringError(Path + ": an event profile, which has no costs; "
                                    "'udpc report' shows it");
  if (Kind != ProfileKind::Cachegrind && Kind != ProfileKind::Callgrind)
    return createStringError(Path + ": neither a cache profile nor in "
                                    "Cachegrind's or Callgrind's format "
                                    "(sources are named with --source)");
  for (const auto &[IsGiven, Option, Why] :
       {std::tuple(Input.Inlined, "inlined",
                   "files of Valgrind do not record what was inlined"),
        std::tuple(!Input.Module.empty(), "module",
                   "files of Valgrind are annotated as a whole"),
        std::tuple(!Input.Region.empty(), "region",
                   "files of Valgrind have no regions")})
    if (IsGiven)
      return createStringError(
          Path + ": --" + Option +
          " needs a cache profile (udpc.<pid>.cache): " + Why);
  return Error::success();
}

/// Reads a profile of any kind. \p Code receives the data of cache profiles
/// that formats of Valgrind lack, \p Graph the functions and calls if a page is
/// requested, and \p Regions those of a cache profile.
static Expected<CostGraph> readCosts(StringRef Path, const AnnotateInput &Input,
                                     ProfiledCode &Code, CostGraph &Graph,
                                     std::vector<PageRegion> &Regions) {
  Expected<ProfileInput> File = ProfileInput::open(Path, ProfilePart::Costs);
  if (!File)
    return File.takeError();
  if (Error E = checkKind(File->kind(), Path, Input))
    return E;
  Expected<ProfileSum> Sum = readProfile(*File, ProfilePart::Costs);
  if (!Sum)
    return Sum.takeError();
  if (auto *Costs = Sum->get<CostGraph>()) {
    if (Input.ForPage)
      Graph = *Costs;
    return std::move(*Costs);
  }
  CacheProfile &Profile = *Sum->get<CacheProfile>();
  if (!Input.Module.empty())
    if (Error E = Profile.keepModules(Input.Module))
      return at(Path + ": --module", std::move(E));
  if (!Input.Region.empty())
    if (Error E = keepRegion(Profile, Input.Region))
      return at(Path + ": --region", std::move(E));
  Code.Regions.add(Profile);
  Code.Operations.add(Profile);
  Code.Check.add(Profile);
  Code.Calls.add(Profile);
  CostOptions Options;
  Options.Demangle = Input.Names.Demangle;
  Options.Inlined = Input.Inlined;
  Options.Branches = Input.Branches;
  Options.MiddleLevel = true;
  if (Input.ForPage) {
    Graph = CostGraph::of(Profile, Options);
    if (!Input.Diff && Input.Region.empty())
      Regions = regionsForPage(Profile, Options);
  }
  Options.Calls = false;
  return CostGraph::of(Profile, Options);
}

static Error addProfile(CostSheet &Sheet, StringRef Path,
                        const AnnotateInput &Input, ProfiledCode &Code,
                        CacheComparison &Caches, CostGraph &Sum,
                        std::vector<PageRegion> &SumOfRegions) {
  CostGraph Graph;
  std::vector<PageRegion> Regions;
  Expected<CostGraph> Profile = readCosts(Path, Input, Code, Graph, Regions);
  if (!Profile)
    return Profile.takeError();
  std::string Differ = Caches.add(Path, Profile->Descriptions);
  if (!Differ.empty())
    WithColor::warning(errs(), "udpc")
        << shownText(Path) << ": " << Differ
        << (Input.Diff ? "; misses may differ because of that\n"
                       : "; misses of both are added up\n");
  if (Error E = Sheet.add(*Profile, Input.Names))
    return at(Path, std::move(E));
  if (!Input.ForPage)
    return Error::success();
  if (Error E = Sum.add(renamed(std::move(Graph), Input.Names)))
    return E;
  return addRegions(SumOfRegions, std::move(Regions), Input.Names);
}

Expected<CostSheet> udpc::readSheet(ArrayRef<std::string> Paths,
                                    const AnnotateInput &Input,
                                    ProfiledCode &Code, PageContents &Page) {
  CacheComparison Caches;
  if (!Input.Diff) {
    CostSheet Sheet;
    for (const std::string &Path : Paths)
      if (Error E = addProfile(Sheet, Path, Input, Code, Caches, Page.New,
                               Page.Regions))
        return E;
    Sheet.Calls = Code.Calls;
    Sheet.Regions = Code.Regions;
    return Sheet;
  }
  // --asm is not available for differences.
  ProfiledCode OldCode, NewCode;
  CostSheet Old, New;
  if (Error E = addProfile(Old, Paths[0], Input, OldCode, Caches, Page.Old,
                           Page.Regions))
    return E;
  if (Error E = addProfile(New, Paths[1], Input, NewCode, Caches, Page.New,
                           Page.Regions))
    return E;
  Expected<CostSheet> Sheet = CostSheet::difference(Old, New);
  if (!Sheet)
    return at(Paths[1], Sheet.takeError());
  Sheet->Calls = NewCode.Calls;
  return Sheet;
}
