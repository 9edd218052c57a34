//===- LinkCheck.cpp - Checks the spec against a linked program -----------===//
//
// Only a linked program shows whether an entry of the spec matched nothing,
// since a translation unit has only its own functions.
//
//===----------------------------------------------------------------------===//

#include "tools/udpc-clang/LinkCheck.h"
#include "profdata/EventReport.h"
#include "profdata/SiteTable.h"
#include "profdata/binary/SectionContents.h"
#include "profdata/cache/RegionPlaces.h"
#include "spec/Matching.h"
#include "udpc/costs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

/// The functions that \p File defines.
static std::vector<FunctionNames> functionsOf(const ObjectFile &File) {
  std::vector<FunctionNames> Names;
  for (const SymbolRef &S : File.symbols()) {
    Expected<SymbolRef::Type> Type = S.getType();
    Expected<StringRef> Name = S.getName();
    Expected<uint32_t> Flags = S.getFlags();
    if (Type && Name && Flags && !(*Flags & SymbolRef::SF_Undefined) &&
        *Type == SymbolRef::ST_Function &&
        !Name->starts_with("_") == !Name->starts_with("_Z"))
      Names.emplace_back(*Name);
    if (!Type)
      consumeError(Type.takeError());
    if (!Name)
      consumeError(Name.takeError());
    if (!Flags)
      consumeError(Flags.takeError());
  }
  return Names;
}

std::optional<LinkedProgram> LinkedProgram::open(StringRef Path) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary) {
    consumeError(Binary.takeError());
    return std::nullopt;
  }
  return LinkedProgram(Path, std::move(*Binary));
}

std::vector<std::string> LinkedProgram::unmatchedEntries() const {
  std::vector<std::string> Messages;
  Expected<std::vector<SiteTable>> Tables =
      SiteTable::decodeSection(contentsOf(file(), UDPC_TABLES_SECTION));
  if (!Tables) {
    consumeError(Tables.takeError());
    return Messages;
  }

  // Units compiled in different folders may name the spec differently, so the
  // path is used only in the message.
  std::map<std::string, std::string> SpecPaths;
  using Key = std::tuple<std::string, unsigned, std::string, std::string,
                         abi::SiteKind>;
  struct Matched {
    uint64_t NumSites = 0;
    uint16_t Flags = 0;
  };
  std::map<Key, Matched> Sites;
  for (const SiteTable &T : *Tables)
    for (const abi::EntryRec &E : T.entries()) {
      std::string Spec = sys::path::filename(T.string(E.SpecFile)).str();
      SpecPaths.try_emplace(Spec, T.string(E.SpecFile).str());
      Matched &M = Sites[{Spec, E.SpecLine, T.string(E.Pattern).str(),
                          T.string(T.events()[E.Event].Name).str(),
                          static_cast<abi::SiteKind>(E.Kind)}];
      M.NumSites += E.NumSites;
      M.Flags |= E.Flags;
    }
  std::optional<std::vector<FunctionNames>> Names;
  for (const auto &[K, M] : Sites) {
    if (M.NumSites)
      continue;
    const auto &[SpecFile, SpecLine, Pattern, Event, Kind] = K;
    std::string Text = SpecPaths[SpecFile] + ":" + std::to_string(SpecLine) +
                       ": event '" + Event + "': " + kindWord(Kind).str() +
                       " \"" + Pattern + "\" matched nothing in " + Path +
                       unmatchedHint(M.Flags).str();
    if (placeKindOf(Kind) == PlaceKind::Function) {
      if (!Names)
        Names = functionsOf(file());
      StringRef Wanted = Pattern;
      bool Mangled = Wanted.consume_front("mangled:");
      Text += proposeFunctions(Wanted, Mangled, *Names).inWords();
    }
    Messages.push_back(std::move(Text));
  }
  return Messages;
}

/// `spec.yaml:3: region 'a': function "f"`.
static std::string describe(const RegionPlace &P) {
  if (P.SpecFile.empty())
    return "-fudpc-profile=...,region=" + P.Pattern + ":";
  StringRef Kind = P.Kind == abi::RegionPlaceKind::Function ? "function"
                   : P.Kind == abi::RegionPlaceKind::Begin  ? "begin"
                                                            : "end";
  return P.SpecFile + ":" + std::to_string(P.SpecLine) + ": region '" +
         P.Region + "': " + Kind.str() + " \"" + P.Pattern + "\"";
}

static std::string functionsInWords(uint32_t N) {
  return std::to_string(N) + (N == 1 ? " function" : " functions");
}

RegionMessages LinkedProgram::checkRegions() const {
  RegionMessages Messages;
  Expected<std::vector<RegionPlace>> Places =
      RegionPlace::decodeSection(contentsOf(file(), UDPC_REGIONS_SECTION));
  if (!Places) {
    consumeError(Places.takeError());
    return Messages;
  }
  // Units compiled in different folders may name the spec differently.
  std::map<std::tuple<std::string, uint32_t, std::string, abi::RegionPlaceKind>,
           RegionPlace>
      Sums;
  for (const RegionPlace &P : *Places) {
    RegionPlace &Sum = Sums[{sys::path::filename(P.SpecFile).str(), P.SpecLine,
                             P.Pattern, P.Kind}];
    uint32_t NumPlaces = Sum.NumPlaces + P.NumPlaces;
    uint32_t NumInlined = Sum.NumInlined + P.NumInlined;
    Sum = P;
    Sum.NumPlaces = NumPlaces;
    Sum.NumInlined = NumInlined;
  }
  for (const auto &[Key, P] : Sums) {
    std::string Text = describe(P);
    if (P.NumPlaces && P.NumInlined) {
      Messages.Inlined.push_back(
          Text + " does not have what was inlined into " +
          functionsInWords(P.NumInlined) + " of " + Path +
          " (-Rpass-missed=udpc); __attribute__((noinline)) keeps it apart");
    } else if (P.NumInlined) {
      Messages.Unmatched.push_back(
          Text + " matched only what was inlined into " +
          functionsInWords(P.NumInlined) + " of " + Path +
          ", where it is no region; __attribute__((noinline)) keeps it apart");
    } else if (!P.NumPlaces) {
      Text += " matched nothing in " + Path;
      if (P.Kind == abi::RegionPlaceKind::Function) {
        StringRef Wanted = P.Pattern;
        bool Mangled = Wanted.consume_front("mangled:");
        Text +=
            proposeFunctions(Wanted, Mangled, functionsOf(file())).inWords();
      }
      Messages.Unmatched.push_back(std::move(Text));
    }
  }
  return Messages;
}

bool LinkedProgram::lacksCostProfile() const {
  return contentsOf(file(), UDPC_COSTS_SECTION).empty();
}
