//===- TableVersions.cpp - Several tables of one source file --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/TableVersions.h"
#include "profdata/events/EventProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

void TableVersions::add(unsigned Unit, StringRef Module, StringRef SourceFile) {
  // The runtime's own units have no source file.
  if (!SourceFile.empty())
    Modules[Module.str()][SourceFile.str()].push_back(Unit);
}

void TableVersions::addReference(StringRef Module, StringRef BuildId) {
  BuildIds[Module.str()].insert(toHex(BuildId, /*LowerCase=*/true));
}

static bool areSeveral(const std::vector<unsigned> &Tables) {
  return Tables.size() > 1;
}

bool TableVersions::any() const {
  return any_of(Modules, [](const auto &M) {
    return any_of(M.second, [](const auto &S) { return areSeveral(S.second); });
  });
}

static std::string nameOf(const std::string &Module) {
  return Module.empty() ? "unknown module" : Module;
}

std::vector<std::string> TableVersions::notes(
    function_ref<std::set<std::string>(unsigned)> PlacesOf) const {
  std::vector<std::string> Notes;
  for (const auto &[Module, Ids] : BuildIds)
    if (Ids.size() > 1)
      Notes.push_back(nameOf(Module) + ": " + std::to_string(Ids.size()) +
                      " builds (" + join(Ids, ", ") +
                      "), whose tables are not here: their counts are kept "
                      "apart, and reports add them up by place and event");
  for (const auto &[Module, Sources] : Modules) {
    unsigned NumSources = 0, NumCommon = 0, NumOther = 0;
    for (const auto &[Source, Tables] : Sources) {
      if (!areSeveral(Tables))
        continue;
      ++NumSources;
      std::map<std::string, unsigned> Places;
      for (unsigned Table : Tables)
        for (const std::string &Place : PlacesOf(Table))
          ++Places[Place];
      for (const auto &[Place, Times] : Places)
        ++(Times == Tables.size() ? NumCommon : NumOther);
    }
    if (NumSources)
      Notes.push_back(nameOf(Module) + ": several tables of " +
                      std::to_string(NumSources) +
                      " of its source files, as of other builds or specs: " +
                      std::to_string(NumCommon) +
                      " places are in all of them and are added up, " +
                      std::to_string(NumOther) + " are not in all");
  }
  return Notes;
}

TableVersions udpc::versionsOf(const EventProfile &Profile) {
  TableVersions Versions;
  for (auto [Number, Unit] : enumerate(Profile.units())) {
    StringRef Module = Profile.modules()[Number];
    if (Unit.isReference())
      Versions.addReference(
          Module, cantFail(TableReference::parse(Unit.bytes(),
                                                 sizeof(abi::TableHeader)))
                      .BuildId);
    else
      Versions.add(Number, Module, Unit.sourceFile());
  }
  return Versions;
}

std::vector<std::string> udpc::mergeNotes(const EventProfile &Profile) {
  return versionsOf(Profile).notes([&](unsigned Number) {
    const SiteTable &Unit = Profile.units()[Number];
    std::set<std::string> Places;
    for (const abi::SiteRec &S : Unit.sites()) {
      auto Kind = static_cast<abi::SiteKind>(S.Kind);
      // The place by which EventReport joins sites.
      std::string Where = Kind == abi::SiteKind::Line
                              ? (Twine(S.Line) + ":" + Twine(S.Column)).str()
                              : Unit.string(S.Function).str();
      Places.insert((Unit.string(Unit.events()[S.Event].Name) + "\n" +
                     Twine(S.Kind) + "," + Twine(S.Command) + "\n" +
                     Unit.string(S.File) + "\n" + Where)
                        .str());
    }
    return Places;
  });
}
