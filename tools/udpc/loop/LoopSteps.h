//===- LoopSteps.h - The steps of the prefetch loop -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOPSTEPS_H
#define UDPC_TOOLS_UDPC_LOOP_LOOPSTEPS_H

#include "tools/udpc/loop/Loop.h"
#include "tools/udpc/loop/LoopBuilds.h"
#include "tools/udpc/loop/LoopProfile.h"
#include "tools/udpc/loop/LoopTime.h"
#include "tools/udpc/loop/VariantSearch.h"

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
  /// Builds and runs the first variants, which shows mistakes in the commands,
  /// and what a build takes.
  llvm::Error tryFirst();
  /// Whether the hints of \p G alone change the code: the compiler cannot
  /// compute all addresses ahead.
  llvm::Expected<bool> hasCode(const HintGroup &G);
  /// Whether it is no mistake of the build command that the hints of all groups
  /// change no code: the build has made the profile that they are from, and
  /// they are indirect.
  bool mayHaveNoCode() const;
  void dropGroupsWithoutCode();
  /// No other distance makes code where the first one makes none.
  llvm::Error dropVariantsWithoutCode();
  /// Drops places of indirect hints (inner, outer loops; levels) that change
  /// the code of no group.
  llvm::Error dropEqualPlaces();
  /// Adds the rivals for which there is code.
  llvm::Error addRivals();
  /// Refuses if the machine is too noisy.
  llvm::Error measureNoise();
  /// The best variant of each group.
  llvm::Error searchVariants();
  void noteVariants(const VariantSearch &Search, const Assignment &Best);
  /// Drops the groups that do not pay.
  llvm::Error prune();
  llvm::Error decide();
  llvm::Error finish();

  std::string identity() const;
  llvm::Expected<std::string> buildOf(const GroupSet &Which,
                                      llvm::StringRef What);
  llvm::Expected<Comparison> compare(const GroupSet &Before,
                                     const GroupSet &After, unsigned Rounds,
                                     llvm::StringRef What);
  void noteComparison(llvm::StringRef Before, llvm::StringRef After,
                      const Comparison &C);
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
  bool HasHashes = false;
  std::vector<HintGroup> Rivals;
  /// By group, in the order of their promise.
  std::vector<std::vector<HintGroup>> Variants;
  GroupSet Chosen; ///< The groups whose best variant may pay.
  GroupSet Kept;
  std::optional<Calibration> Processor;
  LoopResult Result;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOPSTEPS_H
