//===- AccessGroups.h - Accesses that need one check ------------*- C++ -*-===//
//
// Accesses whose addresses differ by constants are simulated together, at the
// place of the first: in one segment, with no call between.
//
// An access to a line that the function has accessed a moment ago, on all ways
// to it, with no call since and not in an earlier iteration of a loop, is left
// out. It hits, and which of the lines of a set was used last differs only
// where another line of the same set came between. The return address counts
// as accessed when a function is entered, by the call, and behind calls, by the
// return.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ACCESSGROUPS_H
#define UDPC_PASSES_PROFILE_ACCESSGROUPS_H

#include "passes/profile/MemoryAccesses.h"
#include "passes/profile/Segments.h"
#include "passes/profile/X86Code.h"

namespace udpc {

struct GroupMember {
  llvm::MachineInstr *MI;
  MemoryAccess Access;
  int64_t Displacement; ///< From the group's address.
};

struct AccessGroup {
  unsigned Segment;
  /// In the order of execution.
  llvm::SmallVector<GroupMember, 4> Members;
  /// The five operands of the first member's address. Those of %rsp are as they
  /// are before First.
  X86Operands Address;
  /// The registers have the same values before all instructions from Earliest
  /// to First, and there is no call between.
  llvm::MachineInstr *Earliest, *First;
  /// The lines of the bytes this far from the address are all that the members
  /// access.
  llvm::SmallVector<int64_t, 2> Checked;
};

struct AccessGroups {
  std::vector<AccessGroup> Groups;
  unsigned NumAccesses = 0; ///< With those that are left out.
  unsigned NumCovered = 0;  ///< Left out because their line was just used.
  unsigned NumUnknown = 0;  ///< Left out because they have no address that code
                            ///< could compute.
};

AccessGroups groupAccesses(const llvm::MachineFunction &MF,
                           llvm::ArrayRef<Segment> Segments);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ACCESSGROUPS_H
