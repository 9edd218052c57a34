//===- LoopProfile.h - Where the loop begins -------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOPPROFILE_H
#define UDPC_TOOLS_UDPC_LOOP_LOOPPROFILE_H

#include "tools/udpc/loop/LoopReport.h"

namespace udpc {

/// Where the loop begins: hints, by line, and what else is to be said.
struct LoopStart {
  std::vector<HintGroup> Groups;
  std::vector<NotRecommended> Others;
  bool HasHashes = false;
};

/// What the cache profiles \p Files, added up, recommend.
llvm::Expected<LoopStart> startFromProfiles(llvm::ArrayRef<std::string> Files);
/// The hints of \p Files.
llvm::Expected<LoopStart> startFromHints(llvm::ArrayRef<std::string> Files);

/// The cache profiles that a run has left in \p Folder, sorted.
std::vector<std::string> profilesIn(llvm::StringRef Folder);

/// UDPC_OPTIONS with which a run leaves them there, and nothing elsewhere;
/// what the user has set for it stays.
std::string optionsForProfiles(llvm::StringRef Folder);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOPPROFILE_H
