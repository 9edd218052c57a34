//===- SpecPlans.cpp - Writes plan files for a spec -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/rewriting/plan/SpecPlans.h"
#include "profdata/tables/SiteTable.h"
#include "rewrite/plan/PlanFile.h"
#include "udpc/plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

/// Plans the modules of one request.
class SpecPlanWriter {
public:
  SpecPlanWriter(const PlanRequest &Request, const EventSpec &Spec,
                 raw_ostream &OS)
      : Request(Request), Spec(Spec), OS(OS), NumSites(Spec.Entries.size()) {}

  Error write(StringRef Path);
  Expected<PlanSummary> finish();

private:
  void noteUnmatched(const UnmatchedRequest &U);
  void reportRefused(StringRef Path, const ModulePlan &Plan);
  Error writeFile(StringRef Path, const ModulePlan &Plan,
                  const ELFObjectFileBase &File);

  const PlanRequest &Request;
  const EventSpec &Spec;
  raw_ostream &OS;
  PlanSummary Summary;
  /// Number of sites by entry of the spec.
  std::vector<size_t> NumSites;
  /// For entries that match nothing, similar names in the first module that has
  /// any.
  std::map<unsigned, UnmatchedRequest> Unmatched;
};

} // namespace

void SpecPlanWriter::noteUnmatched(const UnmatchedRequest &U) {
  // The program comes first. A reason is more useful than a similar name.
  auto [It, IsNew] = Unmatched.try_emplace(U.Entry, U);
  UnmatchedRequest &Known = It->second;
  Known.HasNoSymbols = false;
  if (!IsNew && Known.Why.empty() && (Known.Near.empty() || !U.Why.empty()))
    Known = U;
}

void SpecPlanWriter::reportRefused(StringRef Path, const ModulePlan &Plan) {
  std::map<SiteRefusal, size_t> Reasons;
  for (const auto &[Site, Outcome] :
       zip(Plan.Requests.Sites, Plan.Plan.Outcomes)) {
    if (Outcome.IsDone)
      continue;
    ++Reasons[Outcome.Refusal];
    if (Request.NamesRefused)
      OS << "udpc: " << Path << ": " << kindWord(Site.Kind) << " "
         << demangle(Site.Function) << " at 0x"
         << utohexstr(Site.Address, /*LowerCase=*/true)
         << ": not counted: " << describe(Outcome.Refusal) << '\n';
  }
  size_t All = Plan.Requests.Sites.size();
  if (All == Plan.numDone())
    return;
  Summary.NumRefused += All - Plan.numDone();
  if (Request.NamesRefused)
    return;
  for (const auto &[Reason, Count] : Reasons)
    OS << "udpc: " << Path << ": " << Count << " of " << All
       << " sites are not counted: " << describe(Reason) << '\n';
}

Error SpecPlanWriter::writeFile(StringRef Path, const ModulePlan &Plan,
                                const ELFObjectFileBase &File) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return createStringError(Path + ": " + EC.message());
  using std::chrono::nanoseconds;
  PlannedFile Identity = {
      Path.str(), Status.getSize(),
      std::chrono::duration_cast<nanoseconds>(
          Status.getLastModificationTime().time_since_epoch())
          .count()};
  Expected<std::vector<uint8_t>> Bytes = encodePlan(Plan, File, Identity);
  if (!Bytes)
    return createStringError(Path + ": " + toString(Bytes.takeError()));
  std::string Name = Request.Folder + "/" + std::to_string(Summary.NumModules) +
                     "-" + sys::path::filename(Path).str() + plan::Suffix;
  auto Out = FileOutputBuffer::create(Name, Bytes->size());
  if (!Out)
    return createStringError(Name + ": " + toString(Out.takeError()));
  copy(*Bytes, (*Out)->getBufferStart());
  return (*Out)->commit();
}

Error SpecPlanWriter::write(StringRef Path) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary)
    return createStringError(Path + ": " + toString(Binary.takeError()));
  auto *File = dyn_cast<ELFObjectFileBase>(Binary->getBinary());
  if (!File)
    return createStringError(Path + ": not an ELF file");
  PlanOptions Options;
  Options.AllowBreakpoints = !runsWithSignalsBlocked(Path);
  Expected<ModulePlan> Plan = planModule(Spec, *File, Path, Options);
  if (!Plan)
    return createStringError(Path + ": " + toString(Plan.takeError()));
  for (const SiteRequest &S : Plan->Requests.Sites)
    ++NumSites[S.Entry];
  for (const UnmatchedRequest &U : Plan->Requests.Unmatched)
    noteUnmatched(U);
  reportRefused(Path, *Plan);
  if (!Plan->numDone())
    return Error::success();
  if (Error E = writeFile(Path, *Plan, *File))
    return E;
  Summary.NumSites += Plan->numDone();
  ++Summary.NumModules;
  return Error::success();
}

Expected<PlanSummary> SpecPlanWriter::finish() {
  for (const auto &[Entry, U] : Unmatched)
    if (!NumSites[Entry])
      OS << "udpc: warning: " << U.message("the program and its libraries")
         << '\n';
  if (!Summary.NumSites)
    return createStringError(Spec.File +
                             ": no site of it can be counted in the program");
  return Summary;
}

/// Returns whether \p Path is one of the modules that the user selects.
static Expected<bool> isWanted(StringRef Path, ArrayRef<std::string> Only) {
  StringRef Name = sys::path::filename(Path);
  // The runtime's code cannot count itself.
  if (Name.starts_with("libudpc_rt.so"))
    return false;
  for (const std::string &Glob : Only) {
    Expected<GlobPattern> Pattern = GlobPattern::create(Glob);
    if (!Pattern)
      return createStringError("'" + Glob +
                               "': " + toString(Pattern.takeError()));
    if (Pattern->match(Name) || Pattern->match(Path))
      return true;
  }
  return Only.empty();
}

Expected<PlanSummary> udpc::writePlans(const PlanRequest &Request,
                                       raw_ostream &OS) {
  Expected<EventSpec> Spec = EventSpec::load(Request.SpecFile, SpecUse::Binary);
  if (!Spec)
    return Spec.takeError();
  SpecPlanWriter Writer(Request, *Spec, OS);
  for (const std::string &Path : Request.Modules) {
    Expected<bool> Wanted = isWanted(Path, Request.Only);
    if (!Wanted)
      return Wanted.takeError();
    if (*Wanted)
      if (Error E = Writer.write(Path))
        return std::move(E);
  }
  return Writer.finish();
}
