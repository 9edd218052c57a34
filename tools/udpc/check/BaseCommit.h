//===- BaseCommit.h - The costs at the commit of origin ---------*- C++ -*-===//
//
// Builds and runs the program of `udpc check --base` in a work tree of the
// commit that the current branch left.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CHECK_BASECOMMIT_H
#define UDPC_TOOLS_UDPC_CHECK_BASECOMMIT_H

#include "tools/udpc/baseline/CountedProgram.h"

namespace udpc {

/// The costs of a commit.
struct BaseCosts {
  Baseline Costs;
  std::string Commit; ///< Its hash.
};

/// Returns what \p Program, which builds and runs, costs at the newest common
/// ancestor of HEAD and the commit \p Base. It runs in a new work tree, in the
/// folder that corresponds to the current one. The repository keeps the result,
/// below udpc/ of its .git folder, for other checks of the same command.
llvm::Expected<BaseCosts> costsOfBase(const std::string &Base,
                                      const CountedProgram &Program);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CHECK_BASECOMMIT_H
