//===- SpecNeeds.cpp - What a spec needs of the compiler ------------------===//

#include "tools/udpc-clang/SpecNeeds.h"
#include "spec/EventSpec.h"
#include "spec/FrontEndNeeds.h"
#include "tools/udpc-clang/SourceScan.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

/// Whether the spec has an entry that satisfies \p Is, which also gets its
/// lowering and fidelity. For an invalid spec, which the plugin reports, the
/// answer is yes.
static bool hasEntry(StringRef Spec, const Request &R,
                     function_ref<bool(const SpecEntry &, Fidelity)> Is) {
  Expected<EventSpec> Parsed = EventSpec::load(Spec);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return true;
  }
  std::optional<Fidelity> Wanted = fidelityOf(R.Fidelity);
  std::optional<Lowering> Lowered = loweringOf(R.Lowering);
  bool CannotBeTransparent = Lowered == Lowering::Inline ||
                             Lowered == Lowering::Call ||
                             R.UdpcTarget == "none";
  return any_of(Parsed->Entries, [&](const SpecEntry &E) {
    Fidelity F = Parsed->fidelityOf(E);
    if (Wanted && !E.OwnFidelity && E.canBeTransparent())
      F = *Wanted;
    return Is(E, CannotBeTransparent ? Fidelity::Exact : F);
  });
}

bool udpc::hasExactLines(StringRef Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &E, Fidelity F) {
    return E.isLine() && F == Fidelity::Exact;
  });
}

bool udpc::needsOwnCoverage(StringRef Spec, const Request &R) {
  return !Spec.empty() && !R.HasOwnMapping && !R.HasProfiling &&
         hasExactLines(Spec, R);
}

bool udpc::hasTransparentEntries(StringRef Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &, Fidelity F) {
    return F == Fidelity::Transparent;
  });
}

PlacesNeeded udpc::placesNeeded(StringRef Spec, const Request &R) {
  // Remarks have places, too.
  if (R.WantsRemarks || hasMarks(Spec) || hasTransparentEntries(Spec, R) ||
      !firstRegion(Spec).empty())
    return PlacesNeeded::All;
  auto IsFunction = [](const SpecEntry &E) {
    return E.isFunction() && !E.isReturnStatement();
  };
  if (hasEntry(Spec, R, [&](const SpecEntry &E, Fidelity) {
        return !E.isLine() && !IsFunction(E);
      }))
    return PlacesNeeded::All;
  return hasEntry(Spec, R,
                  [&](const SpecEntry &E, Fidelity) { return IsFunction(E); })
             ? PlacesNeeded::Functions
             : PlacesNeeded::None;
}

bool udpc::hasMarks(StringRef Spec) {
  Expected<EventSpec> Parsed = EventSpec::load(Spec);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return true;
  }
  return any_of(Parsed->places(),
                [](const SpecEntry *E) { return E->isMark(); });
}

std::string udpc::firstRegion(StringRef Spec) {
  Expected<EventSpec> Parsed = EventSpec::load(Spec);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return "";
  }
  if (Parsed->Regions.empty())
    return "";
  const SpecRegion &First = Parsed->Regions.front();
  return (Spec + ":" + Twine(First.SpecLine) + ": region '" + First.Name + "'")
      .str();
}

bool udpc::needsClangPlugin(const Request &R, StringRef Spec,
                            const DriverContext &Context) {
  if (Context.ClangPlugin.empty() || R.Sources.empty())
    return false;
  if (R.WantsClangPlugin)
    return true;
  if (Spec.empty())
    return false;
  if (Expected<EventSpec> Parsed = EventSpec::load(Spec); !Parsed)
    consumeError(Parsed.takeError()); // The pass plugin reports it.
  else if (needsFrontEnd(*Parsed) ||
           // Preprocessed text for ccache names the plugins of the compilation.
           (R.Last != Request::Nothing && needsOwnCoverage(Spec, R)) ||
           (R.WantsRemarks && any_of(Parsed->Entries, needsStatements)))
    return true;
  auto UsesWords = [&](StringRef Source) {
    return usesFrontEndWords(Source, R.Folders);
  };
  return any_of(R.Sources, UsesWords) || any_of(R.Includes, UsesWords);
}
