//===- LoopProfile.h - Start of the prefetch loop ---------------*- C++ -*-===//

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
  /// Lines that miss and have no recommendation, to be tried nevertheless.
  std::vector<HintGroup> Rivals;
};

/// The recommendations for \p Profile.
LoopStart startFromProfile(const CacheProfile &Profile,
                           const Calibration &Processor);
/// The hints of \p Files.
llvm::Expected<LoopStart> startFromHints(llvm::ArrayRef<std::string> Files);

/// The cache profiles of a run in \p Folder, sorted.
std::vector<std::string> profilesIn(llvm::StringRef Folder);

/// UDPC_OPTIONS that makes a run write them there, and nothing elsewhere, in
/// addition to the user's options. Unless these have L2 or LL, what one process
/// has of those levels is simulated.
std::string optionsForProfiles(llvm::StringRef Folder,
                               const Calibration &Processor);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPPROFILE_H
