//===- RecommendTables.h - Output of udpc recommend -------------*- C++ -*-===//
//
// Prints the text and JSON of `udpc recommend`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_RECOMMEND_RECOMMENDTABLES_H
#define UDPC_TOOLS_UDPC_RECOMMEND_RECOMMENDTABLES_H

#include "profdata/recommend/Recommendation.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace udpc {

/// Prints two lines for each operation, the second with the reason. Operations
/// without hints are shown only if they miss most, or with \p All. \p Full
/// shows complete keys and paths.
void printRecommendations(llvm::raw_ostream &OS,
                          const std::vector<Recommendation> &List,
                          const Calibration &Processor, bool All, bool Full);

void printRecommendationsJson(llvm::raw_ostream &OS,
                              const std::vector<Recommendation> &List,
                              const Calibration &Processor);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMEND_RECOMMENDTABLES_H
