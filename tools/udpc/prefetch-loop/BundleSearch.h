//===- BundleSearch.h - The best variant of each hint -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_BUNDLESEARCH_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_BUNDLESEARCH_H

#include "tools/udpc/prefetch-loop/LoopState.h"
#include <vector>

namespace udpc {

/// Searches the best variant of each group of hints, and chooses those that may
/// pay.
class BundleSearch {
public:
  explicit BundleSearch(LoopState &S) : S(S) {}

  llvm::Error run();

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

  LoopState &S;
  std::vector<Bundle> Bundles;
  unsigned NumPhases = 0; ///< Of the searches so far.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_BUNDLESEARCH_H
