//===- VariantSearch.h - Searches the best variant of each hint -*- C++ -*-===//
//
// Successive halving (Jamieson and Talwalkar, "Non-stochastic Best Arm
// Identification and Hyperparameter Optimization", AISTATS 2016): all variants
// are run a few times, the slower half is dropped, the others are run more
// often, until one is left. Several groups of hints vary in the same runs, by a
// factorial design, so that a run tells about all of them. Neither builds nor
// runs: the caller does.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H

#include "profdata/measure/MainEffects.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace udpc {

/// What is known of a variant of a group.
struct VariantRecord {
  unsigned Group = 0;
  unsigned Variant = 0; ///< 0: no hint; the others as given.
  unsigned Phase = 0;   ///< The last phase that it was run in, from 1; 0: none.
  size_t NumRuns = 0;   ///< All phases; runs in which it was in use.
  /// The speed-up over the runs without a hint of this group, and its range of
  /// one standard error. Selected from many: not free of bias.
  double Gain = 1, Low = 0, High = 0;
  bool GoesOn = false; ///< Is run in the next phase, or is the one chosen.
  std::string Decision;
};

/// What the search measures with.
class VariantOracle {
public:
  virtual ~VariantOracle() = default;
  /// Runs the program with a variant for each group; above 0, less is better.
  virtual llvm::Expected<double> run(const Assignment &Variants) = 0;
  /// The time that is left for the search, and what things take. The same after
  /// the same runs.
  virtual double secondsLeft() const = 0;
  virtual double secondsOfRun() const = 0;
  virtual double secondsOfBuild() const = 0;
  /// A decision on a variant.
  virtual void record(const VariantRecord &) {}
  /// The plan of a phase.
  virtual void phase(unsigned, size_t, size_t) {}
};

class VariantSearch {
public:
  /// \p NumVariants: by group, without that of no hint; the most promising
  /// first, as the last are not tried if time is short.
  VariantSearch(const std::vector<unsigned> &NumVariants,
                VariantOracle &Oracle);

  /// The variant for each group. It may be no better than none: that is for a
  /// comparison to decide.
  llvm::Expected<Assignment> run();

  /// Whether the variants were chosen as a set, against what each has gained by
  /// itself: then that does not tell which groups pay.
  bool isChosenAsSet() const { return ChosenAsSet; }

  /// The last record of each variant of \p Group.
  const std::vector<VariantRecord> &records(unsigned Group) const {
    return Records[Group];
  }

private:
  /// Drops variants that there is no time for.
  void cutToTime();
  std::vector<Assignment> design();
  llvm::Error measure(const std::vector<Assignment> &Design, double Seconds);
  /// The variants of a group that are left, best first, without that of no
  /// hint.
  std::vector<unsigned> ranked(unsigned Group) const;
  /// Whether more runs would not change what is dropped.
  bool isClear() const;
  void halve();
  /// The fastest of \p Best and of other sets: the first variants of all
  /// groups, and what was fastest in the runs so far. Effects of one group may
  /// depend on the variants of others, which the estimates do not know.
  llvm::Expected<Assignment> fastestSet(Assignment Best);
  Assignment fastestSoFar() const;
  void note(VariantRecord &R, bool GoesOn, const llvm::Twine &Decision);
  unsigned numPhasesLeft() const;
  size_t mostAlive() const;

  VariantOracle &Oracle;
  MainEffects Effects;
  std::vector<std::vector<unsigned>> Alive; ///< By group, with 0.
  std::vector<std::vector<VariantRecord>> Records;
  std::mt19937 Random{1};
  unsigned Phase = 0;
  size_t NumBlocks = 0;
  /// By assignment: the logarithms of its runs.
  std::map<Assignment, std::vector<double>> Runs;
  bool ChosenAsSet = false;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H
