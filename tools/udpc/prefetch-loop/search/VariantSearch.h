//===- VariantSearch.h - Searches hints' best variants -------- -*- C++ -*-===//
//
// Successive halving (Jamieson and Talwalkar, "Non-stochastic Best Arm
// Identification and Hyperparameter Optimization", AISTATS 2016): all variants
// are run a few times, the slower half is dropped, the others are run more
// often, until one is left. Several groups of hints vary in the same runs, by a
// factorial design, so that each run informs about all of them. Does not build
// or run: the caller provides a VariantOracle.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H

#include "profdata/measure/MainEffects.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace udpc {

/// Measurements of a variant of a group.
struct VariantRecord {
  unsigned Group = 0;
  unsigned Variant = 0; ///< 0 for no hint.
  unsigned Phase = 0;   ///< Last phase with runs, from 1; or 0.
  size_t NumRuns = 0;   ///< Runs with the variant in all phases.
  /// The speed-up over the runs without a hint of this group, and its range of
  /// one standard error. Biased, because it is selected from many.
  double Gain = 1, Low = 0, High = 0;
  bool GoesOn = false; ///< Whether it stays, or is chosen.
  std::string Decision;
};

/// Builds, runs and clock of a search.
class VariantOracle {
public:
  virtual ~VariantOracle() = default;
  /// Runs the program with a variant for each group. The value is positive;
  /// less is better.
  virtual llvm::Expected<double> run(const Assignment &Variants) = 0;
  /// Return the time left for the search, and the durations of runs and builds.
  /// They must be reproducible: the same after the same runs.
  virtual double secondsLeft() const = 0;
  virtual double secondsOfRun() const = 0;
  virtual double secondsOfBuild() const = 0;
  /// Is notified of a decision on a variant.
  virtual void record(const VariantRecord &) {}
  /// Is notified of the plan of a phase.
  virtual void phase(unsigned, size_t, size_t) {}
};

/// The search.
class VariantSearch {
public:
  /// \p NumVariants is by group, without the variant of no hint. The most
  /// promising variants are first; the last ones are not tried if time is
  /// short.
  VariantSearch(const std::vector<unsigned> &NumVariants,
                VariantOracle &Oracle);

  /// Returns the variant for each group. It may be no better than none, which a
  /// comparison has to decide.
  llvm::Expected<Assignment> run();

  /// Returns whether the variants were chosen as a set, contrary to their
  /// individual gains, which then do not tell which groups pay.
  bool isChosenAsSet() const { return ChosenAsSet; }

  /// Returns the last record of each variant of \p Group.
  const std::vector<VariantRecord> &records(unsigned Group) const {
    return Records[Group];
  }

private:
  /// Drops variants for which there is no time.
  void cutToTime();
  std::vector<Assignment> design();
  llvm::Error measure(const std::vector<Assignment> &Design, double Seconds);
  /// Returns the remaining variants of a group, best first, without that of no
  /// hint.
  std::vector<unsigned> ranked(unsigned Group) const;
  /// Returns whether more runs would not change which variants are dropped.
  bool isClear() const;
  void halve();
  /// Returns the fastest of \p Best and other sets: the first variants of all
  /// groups, and the fastest set in the runs so far. Effects of one group may
  /// depend on the variants of others, which the estimates neglect.
  llvm::Expected<Assignment> fastestSet(Assignment Best);
  Assignment fastestSoFar() const;
  void note(VariantRecord &R, bool GoesOn, const llvm::Twine &Decision);
  unsigned numPhasesLeft() const;
  size_t mostAlive() const;

  VariantOracle &Oracle;
  MainEffects Effects;
  std::vector<std::vector<unsigned>>
      Alive; ///< Remaining variants by group, with 0.
  std::vector<std::vector<VariantRecord>> Records;
  std::mt19937 Random{1};
  unsigned Phase = 0;
  size_t NumBlocks = 0;
  /// Logarithms of the runs by assignment.
  std::map<Assignment, std::vector<double>> Runs;
  bool ChosenAsSet = false;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_VARIANTSEARCH_H
