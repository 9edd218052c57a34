//===- UnusedFunctions.cpp - Lines of functions unused in a unit ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/UnusedFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

UnusedFunctions::Key UnusedFunctions::keyOf(uint32_t Unit,
                                            const abi::SiteRec &S) const {
  const SiteTable &Table = Profile.units()[Unit];
  return {Profile.modules()[Unit], Table.string(Table.events()[S.Event].Name),
          Table.string(S.File)};
}

void UnusedFunctions::addUncounted(uint32_t Unit, const abi::SiteRec &S) {
  ArrayRef<abi::CandidateRec> Candidates = Profile.units()[Unit].candidates(S);
  if (Candidates.size() == 1 && Candidates[0].Value == abi::ZeroValue)
    ++Uncounted[{keyOf(Unit, S), regionOf(Candidates[0])}][Unit];
}

UnusedFunctions::UnusedFunctions(const EventProfile &Profile)
    : Profile(Profile) {
  for (const auto &[Number, Unit] : enumerate(Profile.units()))
    for (const abi::SiteRec &S : Unit.sites())
      if (isLine(S)) {
        for (const abi::CandidateRec &C : Unit.candidates(S))
          if (C.Value != abi::ZeroValue && C.LineStart == S.Line)
            Counted[keyOf(Number, S)].insert(regionOf(C));
        addUncounted(Number, S);
      }
}

bool UnusedFunctions::has(uint32_t Unit, const abi::SiteRec &S) const {
  ArrayRef<abi::CandidateRec> Candidates = Profile.units()[Unit].candidates(S);
  auto HasCounter = [](const abi::CandidateRec &C) {
    return C.Value != abi::ZeroValue;
  };
  if (!isLine(S) || Candidates.empty() || any_of(Candidates, HasCounter))
    return false;
  Key File = keyOf(Unit, S);
  auto Lines = Uncounted.find({File, regionOf(Candidates[0])});
  if (Candidates.size() == 1 && Lines != Uncounted.end()) {
    unsigned Own = Lines->second.at(Unit);
    if (any_of(Lines->second, [&](auto &L) { return L.second < Own; }))
      return true;
  }
  auto Known = Counted.find(File);
  return Known != Counted.end() &&
         all_of(Candidates, [&](const abi::CandidateRec &C) {
           return Known->second.count(regionOf(C));
         });
}
