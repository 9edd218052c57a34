//===- CostVersions.cpp - Several cost tables of a source file ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CostVersions.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/events/TableVersions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

std::vector<std::string> udpc::mergeNotes(const CacheProfile &Profile) {
  TableVersions Versions;
  for (auto [Number, Unit] : enumerate(Profile.Units)) {
    StringRef Module = Profile.Modules[Number];
    if (TableReference::isReference(Unit.bytes()))
      Versions.addReference(
          Module,
          cantFail(TableReference::parse(Unit.bytes(), sizeof(abi::CostHeader)))
              .BuildId);
    else
      Versions.add(Number, Module, Unit.sourceFile());
  }
  std::vector<std::string> Notes = Versions.notes([&](unsigned Number) {
    const CostTable &Unit = Profile.Units[Number];
    std::set<std::string> Places;
    for (const abi::LineRec &L : Unit.Lines)
      Places.insert((Unit.string(L.File) + "\n" + Twine(L.Line) + "\n" +
                     Unit.string(Unit.Functions[L.Function].Name))
                        .str());
    return Places;
  });
  if (std::string Mixture = describeMixture(Profile.Caches); !Mixture.empty())
    Notes.insert(Notes.begin(), Mixture);
  return Notes;
}
