//===- SiteRefusal.h - Why a site is not counted ----------------*- C++ -*-===//
//
// The reasons for which a site in code as it is cannot be counted. Site tables
// have their numbers.
//
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
/// One line, for users: "not counted: " comes before it.
llvm::StringRef describe(SiteRefusal R);

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_SITEREFUSAL_H
