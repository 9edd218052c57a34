//===- LoopProfile.cpp - Start of the prefetch loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/LoopProfile.h"
#include "profdata/hints/HintFile.h"
#include "profdata/recommend/Recommendation.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/process/RuntimeOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Returns a cache of about \p Bytes in the format of the simulation's options.
/// The number of sets is a power of two.
static std::string geometryText(uint64_t Bytes) {
  constexpr uint64_t LineSize = 64, Ways = 16;
  uint64_t Sets = bit_floor(std::max(Bytes / LineSize / Ways, uint64_t(1)));
  uint64_t Fitting = std::max(Bytes / LineSize / Sets, uint64_t(1));
  return (Twine(Sets * Fitting * LineSize) + "," + Twine(Fitting) + "," +
          Twine(LineSize))
      .str();
}

/// Returns the share of each level that one process gets.
static std::string cachesOf(const Calibration &Processor) {
  std::string Text = "LL=" + geometryText(Processor.lastLevel().Share) + ":";
  if (const CalibratedLevel *L2 = Processor.level("L2"))
    Text += "L2=" + geometryText(L2->Share) + ":";
  return Text;
}

std::string udpc::optionsForProfiles(StringRef Folder,
                                     const Calibration &Processor) {
  std::string Options = cacheProfileOptions(Folder, "udpc.%p.cache");
  // The last value of an option wins.
  std::string Given = withUserOptions("");
  bool HasCaches =
      StringRef(Given).contains("LL=") || StringRef(Given).contains("L2=");
  return withUserOptions((HasCaches ? "" : cachesOf(Processor)) + Options);
}

std::vector<std::string> udpc::profilesIn(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC))
    if (sys::path::extension(It->path()) == ".cache")
      Files.push_back(It->path());
  llvm::sort(Files);
  return Files;
}

/// Adds an operation, merging copies of the same place and reason.
static void addOther(std::vector<NotRecommended> &Others,
                     const Recommendation &R) {
  // Library functions whose calls are at several lines have no file.
  std::string Place =
      R.File.empty() ? R.Function : placeText(R.File, R.Line, 0);
  for (NotRecommended &N : Others)
    if (N.Place == Place && N.Reason == R.Reason) {
      ++N.NumOperations;
      return;
    }
  Others.push_back({std::move(Place), R.Reason, 1});
}

/// Maximum number of rivals, and the least share of misses that may be worth a
/// trial. Beside recommended lines the share must be larger, since rivals take
/// some of their time.
static constexpr size_t MostRivals = 3;
static constexpr double LeastShareAlone = 0.05, LeastShareBeside = 0.1;
/// Distances, in misses or iterations, that are tried first.
static constexpr int64_t RivalDistance = 32, RivalDistanceIndirect = 16;

/// Returns hints as other passes would insert without a profile: for loads at a
/// constant stride by that stride, as LLVM's loop-data-prefetch does; for
/// addresses that a loop may load, as blind insertion does; else for the
/// following lines, since tree nodes often have several.
static HintSet::HintList rivalHints(const Recommendation &R) {
  if (R.Key.Frames.empty())
    return {};
  switch (R.Verdict) {
  case RecommendVerdict::Overlapped:
  case RecommendVerdict::Stored:
    if (R.Stride)
      return {{HintType::T0, std::llround(R.Step * RivalDistance)}};
    [[fallthrough]];
  case RecommendVerdict::NoStride:
    return {{HintType::Indirect, RivalDistanceIndirect}};
  case RecommendVerdict::NotInLoop:
    return {{HintType::T0, 64}, {HintType::T0, 128}, {HintType::T0, 192}};
  default:
    return {};
  }
}

/// Returns the rivals. \p Beside has the lines with recommendations.
static std::vector<HintGroup>
rivalsOf(ArrayRef<Recommendation> All,
         const std::map<MemoryOperationKey, const Recommendation *> &Beside) {
  HintSet Hints;
  std::map<MemoryOperationKey, double> Shares;
  std::map<MemoryOperationKey, const Recommendation *> ByLine;
  for (const Recommendation &R : All)
    if (HintSet::HintList List = rivalHints(R); !List.empty()) {
      // Operations without hints have no HintKey.
      MemoryOperationKey Line = R.Key.withoutDiscriminators();
      Shares[Line] += R.Share;
      ByLine.try_emplace(Line, &R);
      for (const Hint &H : List)
        Hints.add(R.Key, H);
    }
  double Least = Beside.empty() ? LeastShareAlone : LeastShareBeside;
  std::vector<HintGroup> Groups = groupsOf(Hints);
  llvm::erase_if(Groups, [&](const HintGroup &G) {
    size_t NumLarger = count_if(
        Shares, [&](const auto &S) { return S.second > Shares[G.Line]; });
    return Shares[G.Line] < Least || NumLarger >= MostRivals ||
           Beside.count(G.Line);
  });
  for (HintGroup &G : Groups) {
    const Recommendation &R = *ByLine[G.Line];
    G.Place = placeText(R.File, R.Line, 0);
    G.Reason = "not recommended, but it misses: " + R.Reason;
    G.Share = Shares[G.Line];
    G.Stride = R.Step;
  }
  return Groups;
}

LoopStart udpc::startFromProfile(const CacheProfile &Profile,
                                 const Calibration &Processor) {
  HintSet Hints;
  // Sort by the misses of the hints' lines, most first.
  std::map<MemoryOperationKey, const Recommendation *> ByLine;
  std::map<MemoryOperationKey, double> Shares;
  LoopStart Start;
  RecommendOptions Options;
  Options.Processor = Processor;
  std::vector<Recommendation> All = recommend(Profile, Options);
  for (const Recommendation &R : All) {
    for (const Hint &H : R.Hints)
      Hints.add(R.HintKey, H);
    if (R.Hints.empty()) {
      addOther(Start.Others, R);
      continue;
    }
    ByLine.try_emplace(R.HintKey.withoutDiscriminators(), &R);
    Shares[R.HintKey.withoutDiscriminators()] += R.Share;
  }
  Start.Groups = groupsOf(Hints);
  for (HintGroup &G : Start.Groups) {
    const Recommendation &R = *ByLine[G.Line];
    G.Place = placeText(R.File, R.Line, 0);
    G.Reason = R.Reason;
    G.Stride = R.Step;
    G.Share = Shares[G.Line];
  }
  Start.Rivals = rivalsOf(All, ByLine);
  return Start;
}

Expected<LoopStart> udpc::startFromHints(ArrayRef<std::string> Files) {
  HintSet All;
  for (size_t I = 0; I != Files.size(); ++I) {
    Expected<HintFile> File = readHintFile(Files[I]);
    if (!File)
      return File.takeError();
    for (const std::string &Warning : File->Warnings)
      WithColor::warning(errs(), "udpc") << shownMessage(Warning) << '\n';
    if (!I)
      All = std::move(File->Hints);
    else if (Error E = All.merge(File->Hints))
      return createStringError(Files[I] + ": " + toString(std::move(E)));
  }
  LoopStart Start;
  Start.Groups = groupsOf(All);
  Start.HasHashes = All.HasHashes;
  return Start;
}
