//===- Exits.h - Where control leaves a function ----------------*- C++ -*-===//
//
// Finds the places of the sites of returns: return instructions, and jumps to
// other functions. Used by the planner.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_EXITS_H
#define UDPC_REWRITE_CODE_EXITS_H

#include "profdata/tables/SiteRefusal.h"
#include "rewrite/code/ModuleContents.h"

namespace udpc {

/// The possible targets of an indirect jump.
enum class JumpKind : uint8_t {
  Leaves,  ///< To another function.
  Stays,   ///< To the function itself, through a jump table.
  Either,  ///< To another function or to one of its own labels.
  Unknown, ///< The computation of the target is not understood.
};

/// Classifies the indirect jump at \p Address.
JumpKind kindOfIndirectJump(const ModuleCode::Contents &C, uint64_t Address);

enum class ExitCondition : uint8_t { Always, IfTaken, IfOutside };

struct FunctionExit {
  uint64_t Address = 0;
  ExitCondition Condition = ExitCondition::Always;
};

/// Appends the returns of the code in \p Ranges, and the jumps that leave it,
/// to \p Exits. If not all exits are known, returns the reason and sets \p
/// Where to its address.
std::optional<SiteRefusal> findExits(const ModuleCode::Contents &C,
                                     llvm::ArrayRef<AddressRange> Ranges,
                                     std::vector<FunctionExit> &Exits,
                                     uint64_t &Where);

} // namespace udpc

#endif // UDPC_REWRITE_CODE_EXITS_H
