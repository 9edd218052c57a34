//===- Recommend.h - udpc recommend ----------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_RECOMMEND_H
#define UDPC_TOOLS_UDPC_RECOMMEND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand RecommendCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToRecommend();

/// What the command line says, once it has been parsed. The exit status.
int runRecommend();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMEND_H
