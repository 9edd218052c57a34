//===- VariantRuns.h - Builds and runs the variants of hints ----*- C++ -*-===//
//
// Connects the pure search of search/VariantSearch.h with builds and
// measurements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_VARIANTRUNS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_VARIANTRUNS_H

#include "tools/udpc/output/Progress.h"
#include "tools/udpc/prefetch-loop/LoopBuilds.h"
#include "tools/udpc/prefetch-loop/search/VariantSearch.h"

namespace udpc {

/// Measures the variants of one search.
class VariantRuns : public VariantOracle {
public:
  /// All arguments must outlive this object. \p Fixed are hints in all builds,
  /// \p Until is in seconds on the journal's clock, and \p NumEarlier is the
  /// number of phases of earlier searches.
  VariantRuns(llvm::ArrayRef<std::vector<HintGroup>> Variants,
              llvm::ArrayRef<HintGroup> Fixed, bool HasHashes, double Until,
              unsigned NumEarlier, LoopBuilds &Builds, Measurement &Measure,
              SearchJournal &Journal, SearchLog &Log)
      : Variants(Variants), Fixed(Fixed), HasHashes(HasHashes), Until(Until),
        NumEarlier(NumEarlier), LastPhase(NumEarlier), Builds(Builds),
        Measure(Measure), Journal(Journal), Log(Log) {}

  llvm::Expected<double> run(const Assignment &Chosen) override;
  double secondsLeft() const override { return Until - Journal.spent(); }
  double secondsOfRun() const override { return Journal.secondsOfRun(); }
  double secondsOfBuild() const override { return Builds.secondsOfBuild(); }
  void record(const VariantRecord &R) override;
  void phase(unsigned Phase, size_t NumBuilds, size_t NumVariants) override;
  unsigned lastPhase() const { return LastPhase; }

private:
  llvm::ArrayRef<std::vector<HintGroup>> Variants;
  llvm::ArrayRef<HintGroup> Fixed;
  bool HasHashes;
  double Until;
  unsigned NumEarlier, LastPhase;
  LoopBuilds &Builds;
  Measurement &Measure;
  SearchJournal &Journal;
  SearchLog &Log;
  unsigned NumRuns = 0;
  Progress Shown{"prefetch-loop: the search"};
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_VARIANTRUNS_H
