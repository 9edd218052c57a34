//===- AccessGroups.h - Accesses that share a check -------------*- C++ -*-===//
//
// Accesses of one segment whose addresses differ by constants, with no call
// between, are simulated together, at the place of the first (CacheChecks.cpp).
//
// An access to a line that the function has accessed on all paths to it, with
// no call since and in the same iteration of all loops, is omitted. It hits,
// and the order of use in the set differs only if another line of the set was
// used between. The return address counts as accessed at function entry, by the
// call, and after calls, by the return.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_ACCESSGROUPS_H
#define UDPC_PASSES_PROFILE_SIMULATION_ACCESSGROUPS_H

#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/profile/placement/Segments.h"
#include "passes/target/X86Code.h"

namespace udpc {

struct GroupMember {
  llvm::MachineInstr *MI;
  MemoryAccess Access;
  int64_t Displacement; ///< Distance from the group's address.
};

struct AccessGroup {
  unsigned Segment;
  /// The members in the order of execution.
  llvm::SmallVector<GroupMember, 4> Members;
  /// The five operands of the first member's address. Those that use %rsp are
  /// relative to its value before First.
  X86Operands Address;
  /// The address registers do not change between Earliest and First, and there
  /// is no call between.
  llvm::MachineInstr *Earliest, *First;
  /// The distances from the address of the bytes whose lines are checked. These
  /// are all lines that the members access.
  llvm::SmallVector<int64_t, 2> Checked;
};

struct AccessGroups {
  std::vector<AccessGroup> Groups;
  unsigned NumAccesses = 0; ///< Including omitted ones.
  unsigned NumCovered = 0;  ///< Omitted because their line was just used.
  unsigned NumUnknown = 0;  ///< Omitted because code cannot compute their
                            ///< address.
};

AccessGroups groupAccesses(const llvm::MachineFunction &MF,
                           llvm::ArrayRef<Segment> Segments);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_ACCESSGROUPS_H
