//===- AnnotateInput.cpp - Reads udpc annotate's profiles -----------------===//

#include "tools/udpc/annotate/AnnotateInput.h"
#include "profdata/cache/CacheComparison.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/profiles/ProfileSum.h"
#include "tools/udpc/profiles/SystemTables.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error at(StringRef Where, Error E) {
  return createStringError(Where + ": " + toString(std::move(E)));
}

static Expected<CachegrindFile> readCallgrind(StringRef Bytes, StringRef Path,
                                              CallGraph &Graph) {
  if (Error E = CallGraph::parse(Bytes, Path).moveInto(Graph))
    return E;
  return Graph.costs();
}

static Expected<CachegrindFile> readCachegrind(StringRef Bytes, StringRef Path,
                                               bool ForPage, CallGraph &Graph) {
  Expected<CachegrindFile> File = CachegrindFile::parse(Bytes, Path);
  if (File && ForPage)
    Graph = CallGraph::of(*File);
  return File;
}

/// Reads a profile of any kind. \p Code receives the data of cache profiles
/// that Cachegrind's format lacks, \p Graph the functions and calls if a page
/// is requested, and \p Regions those of a cache profile.
static Expected<CachegrindFile>
readProfile(StringRef Path, const AnnotateInput &Input, ProfiledCode &Code,
            CallGraph &Graph, std::vector<PageRegion> &Regions) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      openWithWarnings(Path, ProfilePart::Costs);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  if (!CacheProfile::isCacheProfile(Bytes)) {
    if (hasMagic(Bytes, abi::ProfileMagic))
      return createStringError(
          Path + ": an event profile, which has no costs; 'udpc report' "
                 "shows it");
    bool HasCalls = CallGraph::isCallgrindFile(Bytes);
    if (!HasCalls && !CachegrindFile::isCachegrindFile(Bytes))
      return createStringError(Path + ": neither a cache profile nor in "
                                      "Cachegrind's or Callgrind's format "
                                      "(sources are named with --source)");
    if (Input.Inlined)
      return createStringError(
          Path + ": --inlined needs a cache profile (udpc.<pid>.cache): "
                 "files of Valgrind do not record what was inlined");
    if (!Input.Module.empty())
      return createStringError(
          Path + ": --module needs a cache profile (udpc.<pid>.cache): "
                 "files of Valgrind are annotated as a whole");
    if (!Input.Region.empty())
      return createStringError(
          Path + ": --region needs a cache profile (udpc.<pid>.cache): files "
                 "of Valgrind have no regions");
    return HasCalls ? readCallgrind(Bytes, Path, Graph)
                    : readCachegrind(Bytes, Path, Input.ForPage, Graph);
  }
  Expected<CacheProfile> Profile =
      CacheProfile::decode(Bytes, Path, &systemTables());
  if (!Profile)
    return Profile.takeError();
  warnOfMissingTables();
  if (!Input.Module.empty())
    if (Error E = Profile->keepModules(Input.Module))
      return createStringError(Path + ": --module: " + toString(std::move(E)));
  if (!Input.Region.empty())
    if (Error E = keepRegion(*Profile, Input.Region))
      return createStringError(Path + ": --region: " + toString(std::move(E)));
  Code.Regions.add(*Profile);
  Code.Operations.add(*Profile);
  Code.Check.add(*Profile);
  Code.Calls.add(*Profile);
  CachegrindFile::Options Options;
  Options.Demangle = Input.Names.Demangle;
  Options.Inlined = Input.Inlined;
  Options.Branches = Input.Branches;
  Options.MiddleLevel = true;
  if (Input.ForPage) {
    Graph = CallGraph::of(*Profile, Options);
    if (!Input.Diff && Input.Region.empty())
      Regions = regionsForPage(*Profile, Options);
  }
  return CachegrindFile::of(*Profile, Options);
}

static Error addProfile(CostSheet &Sheet, StringRef Path,
                        const AnnotateInput &Input, ProfiledCode &Code,
                        CacheComparison &Caches, CallGraph &Sum,
                        std::vector<PageRegion> &SumOfRegions) {
  CallGraph Graph;
  std::vector<PageRegion> Regions;
  Expected<CachegrindFile> Profile =
      readProfile(Path, Input, Code, Graph, Regions);
  if (!Profile)
    return Profile.takeError();
  std::string Differ = Caches.add(Path, *Profile);
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
