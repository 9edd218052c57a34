//===- Coverage.cpp - How many functions can be counted as they are -------===//
//
//   udpc_rewrite_coverage [--refused] <program or library>...
//
// Plans the entry and the returns of every function, and prints how many can be
// counted, by which method, and why the others cannot. Functions without a
// symbol are those that .eh_frame has.
//
//===----------------------------------------------------------------------===//

#include "profdata/binary/DebugFile.h"
#include "rewrite/code/ModuleCode.h"
#include "rewrite/plan/RewritePlan.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <sys/resource.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static double seconds() {
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  return Usage.ru_utime.tv_sec + Usage.ru_utime.tv_usec / 1e6;
}

static void print(StringRef Name, StringRef What, const RewritePlan &Plan,
                  size_t First, size_t Last) {
  unsigned Methods[NumPatchMethods] = {}, Refusals[NumSiteRefusals] = {};
  size_t Done = 0;
  for (size_t I = First; I != Last; ++I) {
    const SiteOutcome &O = Plan.Outcomes[I];
    Done += O.IsDone;
    ++(O.IsDone ? Methods[unsigned(O.Method)] : Refusals[unsigned(O.Refusal)]);
  }
  // Nothing to count is counted.
  size_t Total = Last - First - Refusals[unsigned(SiteRefusal::NoReturn)] -
                 Refusals[unsigned(SiteRefusal::Resolver)];
  outs() << Name << ": " << What << ": "
         << format("%.2f%%", Total ? 100.0 * Done / Total : 100) << " of "
         << Total << '\n';
  for (unsigned M = 0; M != NumPatchMethods; ++M)
    if (Methods[M])
      outs() << "  " << format("%7u ", Methods[M]) << describe(PatchMethod(M))
             << '\n';
  for (unsigned R = 0; R != NumSiteRefusals; ++R)
    if (Refusals[R])
      outs() << "  " << format("%7u ", Refusals[R])
             << "refused: " << describe(SiteRefusal(R)) << '\n';
}

static Error cover(StringRef Path, bool ListRefused) {
  auto File = ObjectFile::createObjectFile(Path);
  if (!File)
    return File.takeError();
  const auto *Elf = dyn_cast<ELFObjectFileBase>(File->getBinary());
  if (!Elf)
    return createStringError("not an ELF file");
  DebugFile Debug = findDebugFile(*Elf, Path);
  double Start = seconds();
  Expected<ModuleCode> Module = ModuleCode::create(*Elf, Debug.get());
  if (!Module)
    return Module.takeError();
  double Decoded = seconds();
  std::vector<PlannedSite> Sites;
  for (auto Kind : {PlannedSiteKind::Entry, PlannedSiteKind::Return})
    for (const CodeFunction &F : Module->functions())
      Sites.push_back({Kind, F.begin(), uint32_t(Sites.size()), F.Ranges});
  Expected<RewritePlan> Plan = planRewrite(*Module, Sites);
  if (!Plan)
    return Plan.takeError();
  outs() << format("%.2f s to decode, %.2f s to plan; ", Decoded - Start,
                   seconds() - Decoded)
         << Plan->Code.size() << " bytes of code, " << Plan->Patches.size()
         << " patches\n";
  size_t Half = Sites.size() / 2;
  print(Path, "entries", *Plan, 0, Half);
  print(Path, "returns", *Plan, Half, Sites.size());
  for (size_t I = 0; ListRefused && I != Sites.size(); ++I)
    if (const SiteOutcome &O = Plan->Outcomes[I]; !O.IsDone) {
      const CodeFunction &F = Module->functions()[I % Half];
      outs() << (I < Half ? "entry " : "return ") << format_hex(F.begin(), 0)
             << ' ' << (F.Names.empty() ? "" : F.Names.front()) << " at "
             << format_hex(O.Where, 0) << ": " << describe(O.Refusal) << '\n';
    }
  return Error::success();
}

int main(int argc, char **argv) {
  bool ListRefused = false;
  for (int I = 1; I < argc; ++I) {
    if (StringRef(argv[I]) == "--refused") {
      ListRefused = true;
      continue;
    }
    if (Error E = cover(argv[I], ListRefused)) {
      errs() << argv[I] << ": " << toString(std::move(E)) << '\n';
      return 1;
    }
  }
}
