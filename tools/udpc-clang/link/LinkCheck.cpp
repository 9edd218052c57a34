//===- LinkCheck.cpp - Checks the spec against a linked program -----------===//
//
// Only a linked program shows whether an entry of the spec matched nothing,
// since a translation unit has only its own functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/udpc-clang/link/LinkCheck.h"
#include "profdata/binary/SectionContents.h"
#include "profdata/cache/RegionPlaces.h"
#include "profdata/events/EventReport.h"
#include "profdata/tables/SiteTable.h"
#include "spec/Matching.h"
#include "tools/udpc-clang/link/NeededLibraries.h"
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

/// Adds the functions that \p File defines.
static void addFunctions(const ObjectFile &File,
                         std::vector<FunctionNames> &Names) {
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
}

std::optional<LinkedProgram> LinkedProgram::open(StringRef Path,
                                                 const LinkInputs &Inputs) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary) {
    consumeError(Binary.takeError());
    return std::nullopt;
  }
  LinkedProgram Program(Path, std::move(*Binary));
  Program.Libraries = findNeededLibraries(Program.file(), Path, Inputs);
  erase_if(Program.Libraries, [](const OwningBinary<ObjectFile> &Library) {
    return all_of(ArrayRef<StringRef>{UDPC_TABLES_SECTION, UDPC_REGIONS_SECTION,
                                      UDPC_COSTS_SECTION},
                  [&](StringRef Section) {
                    return contentsOf(*Library.getBinary(), Section).empty();
                  });
  });
  return Program;
}

const std::vector<FunctionNames> &LinkedProgram::functions() const {
  if (!Functions) {
    addFunctions(file(), Functions.emplace());
    for (const OwningBinary<ObjectFile> &Library : Libraries)
      addFunctions(*Library.getBinary(), *Functions);
  }
  return *Functions;
}

template <typename RecordT, typename FunctionT>
bool LinkedProgram::forEachRecord(
    Expected<std::vector<RecordT>> (*Decode)(StringRef), StringRef Section,
    FunctionT Add) const {
  auto AddOf = [&](const ObjectFile &File, bool IsProgram) {
    Expected<std::vector<RecordT>> Records = Decode(contentsOf(File, Section));
    if (!Records) {
      consumeError(Records.takeError());
      return false;
    }
    for (const RecordT &Record : *Records)
      Add(Record, IsProgram);
    return true;
  };
  if (!AddOf(file(), /*IsProgram=*/true))
    return false;
  for (const OwningBinary<ObjectFile> &Library : Libraries)
    AddOf(*Library.getBinary(), /*IsProgram=*/false);
  return true;
}

std::vector<std::string> LinkedProgram::unmatchedEntries() const {
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
  auto Add = [&](const SiteTable &T, bool IsProgram) {
    for (const abi::EntryRec &E : T.entries()) {
      std::string Spec = sys::path::filename(T.string(E.SpecFile)).str();
      Key K = {Spec, E.SpecLine, T.string(E.Pattern).str(),
               T.string(T.events()[E.Event].Name).str(),
               static_cast<abi::SiteKind>(E.Kind)};
      // A library may have been compiled with another spec.
      if (!IsProgram && !Sites.count(K))
        continue;
      SpecPaths.try_emplace(Spec, T.string(E.SpecFile).str());
      Matched &M = Sites[K];
      M.NumSites += E.NumSites;
      M.Flags |= E.Flags;
    }
  };
  std::vector<std::string> Messages;
  if (!forEachRecord(SiteTable::decodeSection, UDPC_TABLES_SECTION, Add))
    return Messages;
  for (const auto &[K, M] : Sites) {
    if (M.NumSites)
      continue;
    const auto &[SpecFile, SpecLine, Pattern, Event, Kind] = K;
    std::string Text = SpecPaths[SpecFile] + ":" + std::to_string(SpecLine) +
                       ": event '" + Event + "': " + kindWord(Kind).str() +
                       " \"" + Pattern + "\" matched nothing in " + Path +
                       unmatchedHint(M.Flags).str();
    if (placeKindOf(Kind) == PlaceKind::Function) {
      StringRef Wanted = Pattern;
      bool Mangled = Wanted.consume_front("mangled:");
      Text += proposeFunctions(Wanted, Mangled, functions()).inWords();
    }
    Messages.push_back(std::move(Text));
  }
  return Messages;
}

/// Returns a text such as `spec.yaml:3: region 'a': function "f"`.
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
  // Units compiled in different folders may name the spec differently.
  std::map<std::tuple<std::string, uint32_t, std::string, abi::RegionPlaceKind>,
           RegionPlace>
      Sums;
  auto Add = [&](const RegionPlace &P, bool IsProgram) {
    std::tuple Key(sys::path::filename(P.SpecFile).str(), P.SpecLine, P.Pattern,
                   P.Kind);
    if (!IsProgram && !Sums.count(Key))
      return;
    RegionPlace &Sum = Sums[Key];
    uint32_t NumPlaces = Sum.NumPlaces + P.NumPlaces;
    uint32_t NumInlined = Sum.NumInlined + P.NumInlined;
    Sum = P;
    Sum.NumPlaces = NumPlaces;
    Sum.NumInlined = NumInlined;
  };
  if (!forEachRecord(RegionPlace::decodeSection, UDPC_REGIONS_SECTION, Add))
    return Messages;
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
        Text += proposeFunctions(Wanted, Mangled, functions()).inWords();
      }
      Messages.Unmatched.push_back(std::move(Text));
    }
  }
  return Messages;
}

bool LinkedProgram::lacksCostProfile() const {
  auto Lacks = [](const ObjectFile &File) {
    return contentsOf(File, UDPC_COSTS_SECTION).empty();
  };
  return Lacks(file()) &&
         all_of(Libraries, [&](const OwningBinary<ObjectFile> &Library) {
           return Lacks(*Library.getBinary());
         });
}
