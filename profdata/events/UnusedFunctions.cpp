//===- UnusedFunctions.cpp - Lines of functions unused in a unit ----------===//

#include "profdata/events/UnusedFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

UnusedFunctions::Key UnusedFunctions::keyOf(uint32_t Unit,
                                            const abi::SiteRec &S) const {
  const SiteTable &Table = Profile.units()[Unit];
  return {Profile.modules()[Unit], Table.string(Table.events()[S.Event].Name),
          Table.string(S.File), Table.string(S.Function)};
}

UnusedFunctions::UnusedFunctions(const EventProfile &Profile)
    : Profile(Profile) {
  for (const auto &[Number, Unit] : enumerate(Profile.units()))
    for (const abi::SiteRec &S : Unit.sites())
      if (isLine(S))
        for (const abi::CandidateRec &C : Unit.candidates(S))
          if (C.Value != abi::ZeroValue && C.LineStart == S.Line)
            Counted[keyOf(Number, S)].insert(regionOf(C));
}

bool UnusedFunctions::has(uint32_t Unit, const abi::SiteRec &S) const {
  ArrayRef<abi::CandidateRec> Candidates = Profile.units()[Unit].candidates(S);
  auto HasCounter = [](const abi::CandidateRec &C) {
    return C.Value != abi::ZeroValue;
  };
  if (!isLine(S) || Candidates.empty() || any_of(Candidates, HasCounter))
    return false;
  auto Known = Counted.find(keyOf(Unit, S));
  return Known != Counted.end() &&
         all_of(Candidates, [&](const abi::CandidateRec &C) {
           return Known->second.count(regionOf(C));
         });
}
