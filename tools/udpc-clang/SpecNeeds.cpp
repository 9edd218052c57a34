//===- SpecNeeds.cpp - Compiler features a spec needs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/SpecNeeds.h"
#include "spec/EventSpec.h"
#include "spec/FrontEndNeeds.h"
#include "tools/udpc-clang/SourceScan.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

/// Returns whether the spec has an entry that satisfies \p Is, which gets the
/// entry and its fidelity.
static bool hasEntry(const EventSpec *Spec, const Request &R,
                     function_ref<bool(const SpecEntry &, Fidelity)> Is) {
  if (!Spec)
    return true;
  std::optional<Fidelity> Wanted = fidelityOf(R.Fidelity);
  std::optional<Lowering> Lowered = loweringOf(R.Lowering);
  bool CannotBeTransparent =
      Lowered == Lowering::Inline || Lowered == Lowering::Call;
  return any_of(Spec->Entries, [&](const SpecEntry &E) {
    Fidelity F = Spec->fidelityOf(E);
    if (Wanted && !E.OwnFidelity && E.canBeTransparent())
      F = *Wanted;
    return Is(E, CannotBeTransparent ? Fidelity::Exact : F);
  });
}

bool udpc::hasExactLines(const EventSpec *Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &E, Fidelity F) {
    return E.isLine() && F == Fidelity::Exact;
  });
}

bool udpc::needsOwnCoverage(const EventSpec *Spec, const Request &R) {
  return !R.HasOwnMapping && !R.HasProfiling && hasExactLines(Spec, R);
}

bool udpc::hasTransparentEntries(const EventSpec *Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &, Fidelity F) {
    return F == Fidelity::Transparent;
  });
}

PlacesNeeded udpc::placesNeeded(const EventSpec *Spec, const Request &R) {
  // Remarks show places too.
  if (R.WantsRemarks || hasMarks(Spec) || hasTransparentEntries(Spec, R) ||
      (Spec && !Spec->Regions.empty()))
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

bool udpc::hasMarks(const EventSpec *Spec) {
  return !Spec ||
         any_of(Spec->places(), [](const SpecEntry *E) { return E->isMark(); });
}

std::string udpc::firstRegion(const EventSpec *Spec, StringRef Name) {
  if (!Spec || Spec->Regions.empty())
    return "";
  const SpecRegion &First = Spec->Regions.front();
  return (Name + ":" + Twine(First.SpecLine) + ": region '" + First.Name + "'")
      .str();
}

bool udpc::needsClangPlugin(const Request &R, bool Counts,
                            const EventSpec *Spec,
                            const DriverContext &Context) {
  if (Context.ClangPlugin.empty() || R.Sources.empty())
    return false;
  if (R.WantsClangPlugin)
    return true;
  if (!Counts)
    return false;
  if (Spec &&
      (needsFrontEnd(*Spec) ||
       // Preprocessed text for ccache names the plugins of the compilation.
       (R.Last != Request::Nothing && needsOwnCoverage(Spec, R)) ||
       (R.WantsRemarks && any_of(Spec->Entries, needsStatements))))
    return true;
  auto UsesWords = [&](StringRef Source) {
    return usesFrontEndWords(Source, R.Folders);
  };
  return any_of(R.Sources, UsesWords) || any_of(R.Includes, UsesWords);
}
