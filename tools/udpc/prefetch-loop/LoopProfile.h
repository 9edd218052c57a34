//===- LoopProfile.h - Start of the prefetch loop ---------------*- C++ -*-===//
//
// Converts profiles or hint files into the groups that the loop varies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPPROFILE_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPPROFILE_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/calibration/Calibration.h"
#include "tools/udpc/prefetch-loop/LoopReport.h"

namespace udpc {

/// The start of the loop: hints, by line, and operations without hints.
struct LoopStart {
  std::vector<HintGroup> Groups;
  std::vector<NotRecommended> Others;
  bool HasHashes = false;
  /// Lines that miss but have no recommendation, to be tried too.
  std::vector<HintGroup> Rivals;
};

/// Returns the recommendations for \p Profile.
LoopStart startFromProfile(const CacheProfile &Profile,
                           const Calibration &Processor);
/// Returns the hints of \p Files.
llvm::Expected<LoopStart> startFromHints(llvm::ArrayRef<std::string> Files);

/// Returns the cache profiles of a run in \p Folder, sorted.
std::vector<std::string> profilesIn(llvm::StringRef Folder);

/// Returns UDPC_OPTIONS that make a run write its profiles to \p Folder only,
/// in addition to the user's options. Unless those set L2 or LL, the share of
/// these levels that one process gets is simulated.
std::string optionsForProfiles(llvm::StringRef Folder,
                               const Calibration &Processor);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPPROFILE_H
