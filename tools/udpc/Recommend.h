//===- Recommend.h - udpc recommend ----------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_RECOMMEND_H
#define UDPC_TOOLS_UDPC_RECOMMEND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand RecommendCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToRecommend();

/// Runs the command with the parsed options. Returns the exit status.
int runRecommend();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMEND_H
