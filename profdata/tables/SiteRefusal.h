//===- SiteRefusal.h - Why a site is not counted ----------------*- C++ -*-===//
//
// The reasons why a site in linked code cannot be counted. Site tables store
// their numbers, so the planner and all readers of tables use them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_SITEREFUSAL_H
#define UDPC_PROFDATA_TABLES_SITEREFUSAL_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

enum class SiteRefusal : uint8_t {
#define UDPC_REFUSAL(Name, Words) Name,
#include "profdata/tables/Refusals.inc"
};
constexpr unsigned NumSiteRefusals = 0
#define UDPC_REFUSAL(Name, Words) +1
#include "profdata/tables/Refusals.inc"
    ;
/// Returns the reason for users, in one line that follows "not counted: ".
llvm::StringRef describe(SiteRefusal R);

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_SITEREFUSAL_H
