//===- SiteFilter.h - Chooses the sites to be on ----------------*- C++ -*-===//
//
// Types shared by Switches.cpp, which decides which sites are on, and the
// patchers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_SITEFILTER_H
#define UDPC_RUNTIME_PATCH_PLAN_SITEFILTER_H

#include "runtime/counts/Units.h"

namespace udpc {
namespace rt {

/// Returns whether the sites with \p Command, an abi::SiteCommand, of event
/// number \p Event of \p Unit's table are to be on. \p IsHot: the option `auto`
/// turns the site on.
using SiteFilter = bool (*)(const UnitRecord &Unit, uint32_t Event,
                            uint8_t Command, bool IsHot);

/// Result of changing sites.
struct PatchResult {
  /// The number of sites that were turned on or off.
  uint64_t Changed;
  /// The number of sites that could not be changed: their memory cannot be made
  /// writable, there is no room for a trampoline near them, or their bytes are
  /// not as expected.
  uint64_t Failed;
  /// The errno of the first failure.
  int Error;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_SITEFILTER_H
