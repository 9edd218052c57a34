//===- Recommend.h - udpc recommend --------------------------- -*- C++ -*-===//
//
// The command that derives prefetch hints from cache profiles.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_RECOMMEND_RECOMMEND_H
#define UDPC_TOOLS_UDPC_RECOMMEND_RECOMMEND_H

#include "profdata/cache/CacheProfile.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand RecommendCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToRecommend();

/// Runs the command with the parsed options. Returns the exit status.
int runRecommend();

/// Returns the sum of \p Files, from which hints are made. Fails unless they
/// are cache profiles with misses of the same caches.
llvm::Expected<CacheProfile> readMisses(llvm::ArrayRef<std::string> Files);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMEND_RECOMMEND_H
