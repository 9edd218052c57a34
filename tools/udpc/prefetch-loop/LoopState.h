//===- LoopState.h - What the prefetch loop has found so far ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTATE_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTATE_H

#include "tools/udpc/prefetch-loop/Loop.h"
#include "tools/udpc/prefetch-loop/LoopBuilds.h"
#include "tools/udpc/prefetch-loop/LoopProfile.h"
#include "tools/udpc/prefetch-loop/search/LoopTime.h"
#include <set>

namespace udpc {

/// What the steps of one loop share.
struct LoopState {
  LoopState(const LoopOptions &Options, WorkFolder Folder)
      : Options(Options), Work(std::move(Folder)),
        Journal(Work.file("journal.jsonl")),
        Builds(Options, Work, Journal, Log) {}

  /// Whether the loop starts from a profile of its own.
  bool makesProfile() const {
    return Options.HintFiles.empty() && Options.Profiles.empty();
  }
  /// The build with the hints of these groups. \p What: of the progress
  /// message;
  /// "": none.
  llvm::Expected<std::string> buildOf(const GroupSet &Which,
                                      llvm::StringRef What) {
    return Builds.withHints(hintsOf(Result.Groups, Which, HasHashes), What);
  }
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
  std::optional<Calibration> Processor;
  bool HasHashes = false;
  std::vector<HintGroup> Rivals;
  /// By group, in the order of their promise.
  std::vector<std::vector<HintGroup>> Variants;
  /// Places of indirect hints that change the code of no group.
  std::set<std::pair<HintType, unsigned>> EqualPlaces;
  /// Why there was no search, if the machine was too noisy: then the final runs
  /// compare all hints as they are recommended, whose gain may be large.
  std::string TooNoisy;
  GroupSet Chosen; ///< The groups whose best variant may pay.
  LoopResult Result;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPSTATE_H
