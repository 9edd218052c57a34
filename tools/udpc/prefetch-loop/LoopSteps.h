//===- LoopSteps.h - The steps of the prefetch loop -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H

#include "tools/udpc/prefetch-loop/Loop.h"
#include "tools/udpc/prefetch-loop/LoopBuilds.h"
#include "tools/udpc/prefetch-loop/LoopProfile.h"
#include "tools/udpc/prefetch-loop/search/LoopTime.h"
#include "tools/udpc/prefetch-loop/search/VariantSearch.h"
#include <set>

namespace udpc {

/// The steps of one loop. Its state is what they have found so far.
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
  /// Finds what an interrupted loop has measured, and the reference.
  llvm::Error begin();
  /// Starts from a profile of the program.
  llvm::Error profile();
  bool makesProfile() const {
    return Options.HintFiles.empty() && Options.Profiles.empty();
  }
  llvm::Expected<std::vector<std::string>> makeProfiles();
  llvm::Error take(llvm::Expected<LoopStart> Start);
  llvm::Error takeProfiles(llvm::ArrayRef<std::string> Files);
  /// Builds and runs the first variants, which shows mistakes in the commands,
  /// and what a build takes.
  llvm::Error tryFirst();
  /// Whether the hints of these groups change the code: the compiler cannot
  /// compute all addresses ahead.
  llvm::Expected<bool> hasCode(llvm::ArrayRef<HintGroup> Groups,
                               const GroupSet &Which);
  /// Whether it is no mistake of the build command that the hints of all groups
  /// change no code: the build has made the profile that they are from, and
  /// they are indirect.
  bool mayHaveNoCode() const;
  void dropGroupsWithoutCode();
  /// Whether there is time to build what tells which hints make code. Those of
  /// which it is not known then are searched like the others.
  bool hasTimeForCode() const { return Journal.spent() < EndOfCode; }
  /// Drops groups without which the code is the same, as others prefetch what
  /// they do, and adds those that make none by themselves to \p Without.
  llvm::Error dropIdle(GroupSet &Without);
  /// Moves groups of indirect hints that make no code to the first place where
  /// they make some. Returns those for which there is none; no other distance
  /// makes code.
  llvm::Expected<GroupSet> moveToCode(GroupSet Without);
  /// Gives those of them that miss much the next line as hint. Returns the
  /// others.
  llvm::Expected<GroupSet> tryNextLines(GroupSet Without);
  /// Drops places of indirect hints (inner, outer loops; levels) that change
  /// the code of no group.
  llvm::Error dropEqualPlaces();
  /// Adds the rivals for which there is code.
  llvm::Error addRivals();
  /// Refuses if the machine is too noisy.
  llvm::Error measureNoise();
  /// The best variant of each group.
  llvm::Error searchVariants();
  /// Makes Bundles, those that miss most first.
  void bundle();
  std::vector<HintGroup> variantsOfBundle(const Bundle &B) const;
  /// How many bundles are searched alone, as far as the time suffices, so that
  /// their effects are not taken for those of others. Those that are left are
  /// searched together.
  size_t numAlone(double Seconds) const;
  /// Chooses the best variants for Result.
  void noteBundles();
  /// What building and running so many variants, and none, takes at least.
  double secondsOfVariants(size_t Number) const;
  /// Searches among these variants. The other bundles are as they are.
  llvm::Error searchAmong(llvm::ArrayRef<Bundle *> Which,
                          llvm::ArrayRef<std::vector<HintGroup>> Among,
                          double Until);
  /// Searches among the best variants and what is next to them, until those are
  /// the best or the time is up.
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
  double EndOfCode = 0; ///< The time that is spent by then.
  bool HasHashes = false;
  std::vector<HintGroup> Rivals;
  /// By group, in the order of their promise.
  std::vector<std::vector<HintGroup>> Variants;
  std::vector<Bundle> Bundles;
  /// Places of indirect hints that change the code of no group.
  std::set<std::pair<HintType, unsigned>> EqualPlaces;
  GroupSet Chosen; ///< The groups whose best variant may pay.
  GroupSet Kept;
  unsigned NumPhases = 0; ///< Of the searches so far.
  std::optional<Calibration> Processor;
  LoopResult Result;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTEPS_H
