//===- ModulePlan.h - The planned sites of a spec in a file -----*- C++ -*-===//
//
// Connects the steps of planning: matches a spec with a file, plans the sites
// and makes their table. Used by `udpc convert` and `udpc run --spec`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_MODULEPLAN_H
#define UDPC_REWRITE_PLAN_MODULEPLAN_H

#include "rewrite/plan/RewritePlan.h"
#include "rewrite/plan/SiteRequest.h"

namespace udpc {

/// The sites that a spec requests in a file, and how they are patched.
struct ModulePlan {
  SiteRequests Requests;
  /// The plan for the requests. The slot of each is its number.
  RewritePlan Plan;
  /// The site table: a site for each request that is done, and a slot for each
  /// request.
  std::vector<uint8_t> Table;

  size_t numDone() const;
};

/// Plans all sites of \p Spec in \p File, whose path is \p Path. Fails if the
/// file is damaged. Sites that are impossible, and entries that match nothing,
/// are in the result.
llvm::Expected<ModulePlan>
planModule(const EventSpec &Spec, const llvm::object::ELFObjectFileBase &File,
           llvm::StringRef Path, const PlanOptions &Options = {});

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_MODULEPLAN_H
