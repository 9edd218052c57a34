//===- LoopSteps.h - The steps of the prefetch loop -------------*- C++ -*-===//
//
// The class that runs the prefetch loop. Its steps are in Loop.cpp,
// LoopCode.cpp, LoopVariants.cpp and LoopSearch.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H

#include "tools/udpc/prefetch-loop/Loop.h"
#include "tools/udpc/prefetch-loop/LoopBuilds.h"
#include "tools/udpc/prefetch-loop/LoopProfile.h"
#include "tools/udpc/prefetch-loop/search/LoopTime.h"
#include "tools/udpc/prefetch-loop/search/VariantSearch.h"
#include <set>

namespace udpc {

/// The steps of one loop. Its members hold their results so far.
class Loop {
public:
  Loop(const LoopOptions &Options, WorkFolder Folder)
      : Options(Options), Work(std::move(Folder)),
        Journal(Work.file("journal.jsonl")),
        Builds(Options, Work, Journal, Log) {}

  llvm::Expected<LoopResult> run();
  /// Restores the plain build, if there is one.
  void restore();

private:
  /// Groups that the search varies together.
  struct Bundle {
    GroupSet Groups;
    HintGroup Best;
    std::vector<TriedVariant> Tried;
    /// VariantSearch::isChosenAsSet() of the last search.
    bool IsChosenAsSet = false;

    TriedVariant *best(); ///< Null before the search.
    bool mayPay();
  };

  /// Starts from given hints or profiles, before anything is built.
  llvm::Error readGiven();
  llvm::Error buildPlain();
  /// Reads the measurements of an interrupted loop, and runs the reference.
  llvm::Error begin();
  /// Starts from a profile of the program.
  llvm::Error profile();
  bool makesProfile() const {
    return Options.HintFiles.empty() && Options.Profiles.empty();
  }
  llvm::Expected<std::vector<std::string>> makeProfiles();
  llvm::Error take(llvm::Expected<LoopStart> Start);
  llvm::Error takeProfiles(llvm::ArrayRef<std::string> Files);
  /// Builds and runs the first variants, which shows errors in the commands and
  /// how long a build takes.
  llvm::Error tryFirst();
  /// Returns whether the hints of these groups change the code. The compiler
  /// cannot compute all addresses ahead.
  llvm::Expected<bool> hasCode(llvm::ArrayRef<HintGroup> Groups,
                               const GroupSet &Which);
  /// Returns whether it is plausible, and no error of the build command, that
  /// no group changes the code: the build has made the profile of the hints,
  /// and they are indirect.
  bool mayHaveNoCode() const;
  void dropGroupsWithoutCode();
  /// Returns whether there is time for builds that find out which hints change
  /// code. Unknown ones are searched like the others.
  bool hasTimeForCode() const { return Journal.spent() < EndOfCode; }
  /// Drops groups whose removal leaves the code unchanged, because others
  /// prefetch the same, and adds groups that alone do not change it to \p
  /// Without.
  llvm::Error dropIdle(GroupSet &Without);
  /// Moves groups of indirect hints that do not change the code to the first
  /// place where they do. Returns the groups without such a place; no other
  /// distance changes the code either.
  llvm::Expected<GroupSet> moveToCode(GroupSet Without);
  /// Replaces the hints of those groups that miss much by the next line.
  /// Returns the other groups.
  llvm::Expected<GroupSet> tryNextLines(GroupSet Without);
  /// Drops places of indirect hints (inner or outer loops, levels) that change
  /// the code of no group.
  llvm::Error dropEqualPlaces();
  /// Adds the rivals that change the code.
  llvm::Error addRivals();
  /// Fails if the machine is too noisy.
  llvm::Error measureNoise();
  /// Searches the best variant of each group.
  llvm::Error searchVariants();
  /// Fills Bundles, those with most misses first.
  void bundle();
  std::vector<HintGroup> variantsOfBundle(const Bundle &B) const;
  /// Returns how many bundles the time allows to search alone, so that their
  /// effects are not attributed to others. The remaining ones are searched
  /// together.
  size_t numAlone(double Seconds) const;
  /// Stores the best variants in Result.
  void noteBundles();
  /// Returns the minimum time to build and run \p Number variants and none.
  double secondsOfVariants(size_t Number) const;
  /// Searches among these variants. Other bundles stay unchanged.
  llvm::Error searchAmong(llvm::ArrayRef<Bundle *> Which,
                          llvm::ArrayRef<std::vector<HintGroup>> Among,
                          double Until);
  /// Searches among the best variants and their neighbours, until no neighbour
  /// is better or the time is up.
  llvm::Error searchNear(llvm::ArrayRef<Bundle *> Which, double Until);
  void noteVariants(Bundle &B, llvm::ArrayRef<HintGroup> Among,
                    llvm::ArrayRef<VariantRecord> Records, unsigned Best);
  /// Drops the groups that do not pay.
  llvm::Error prune();
  llvm::Error decide();
  llvm::Error finish();

  std::string identity() const;
  llvm::Expected<std::string> buildOf(const GroupSet &Which,
                                      llvm::StringRef What);
  llvm::Expected<BuildComparison> compare(const GroupSet &Before,
                                          const GroupSet &After,
                                          unsigned Rounds,
                                          llvm::StringRef What);
  void noteComparison(llvm::StringRef Before, llvm::StringRef After,
                      const BuildComparison &C);
  void noteGroups();
  HintFileForm form() const {
    return HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text;
  }

  const LoopOptions &Options;
  WorkFolder Work;
  SearchLog Log;
  SearchJournal Journal;
  LoopBuilds Builds;
  std::optional<Measurement> Measure;
  LoopTime Time;
  double EndOfCode = 0; ///< End of these builds on the journal's clock.
  bool HasHashes = false;
  std::vector<HintGroup> Rivals;
  /// Variants by group, the most promising first.
  std::vector<std::vector<HintGroup>> Variants;
  std::vector<Bundle> Bundles;
  /// Places of indirect hints that change the code of no group.
  std::set<std::pair<HintType, unsigned>> EqualPlaces;
  GroupSet Chosen; ///< The groups whose best variant may pay.
  GroupSet Kept;
  unsigned NumPhases = 0; ///< Phases of all searches so far.
  std::optional<Calibration> Processor;
  LoopResult Result;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H
