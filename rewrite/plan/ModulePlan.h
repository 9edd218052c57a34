//===- ModulePlan.h - A spec's sites in a file, planned --------*- C++ -*-===//

#ifndef UDPC_REWRITE_PLAN_MODULEPLAN_H
#define UDPC_REWRITE_PLAN_MODULEPLAN_H

#include "rewrite/plan/RewritePlan.h"
#include "rewrite/plan/SiteRequest.h"

namespace udpc {

/// What a spec asks for in a file, and how it is done.
struct ModulePlan {
  SiteRequests Requests;
  /// Its sites are the requests, each in the slot of its number.
  RewritePlan Plan;
  /// The site table: a site for each request that is done. It has as many slots
  /// as there are requests.
  std::vector<uint8_t> Table;

  size_t numDone() const;
};

/// Plans all sites of \p Spec in \p File, which is at \p Path. Fails if the
/// file is damaged; sites that cannot be done, and entries that match nothing,
/// are in the result.
llvm::Expected<ModulePlan>
planModule(const EventSpec &Spec, const llvm::object::ELFObjectFileBase &File,
           llvm::StringRef Path, const PlanOptions &Options = {});

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_MODULEPLAN_H
