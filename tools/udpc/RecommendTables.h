//===- RecommendTables.h - How udpc recommend shows things -----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_RECOMMENDTABLES_H
#define UDPC_TOOLS_UDPC_RECOMMENDTABLES_H

#include "profdata/cache/Recommendation.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace udpc {

/// Two lines an operation, the second with the reason. Those without hints only
/// if they are among the worst, or if \p All. \p Full: whole keys and paths.
void printRecommendations(llvm::raw_ostream &OS,
                          const std::vector<Recommendation> &List, bool All,
                          bool Full);

void printRecommendationsJson(llvm::raw_ostream &OS,
                              const std::vector<Recommendation> &List);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMENDTABLES_H
