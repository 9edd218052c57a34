//===- Branches.h - Branches as Cachegrind counts them ----------*- C++ -*-===//
//
// Finds Bc and Bi of x86-64 instructions, as observed with Valgrind 3.19. It
// counts the exits of its intermediate code, so a locked instruction, which it
// repeats until no other thread has interfered, is a conditional branch, and a
// repeated string instruction has one for each test of %rcx. It folds tests of
// known values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_BRANCHES_H
#define UDPC_PASSES_PROFILE_COSTS_BRANCHES_H

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

enum class BranchKind {
  None,
  Conditional, ///< Taken or not by the flags.
  Locked,      ///< Never taken: the retry of a locked instruction.
  Repeated,    ///< Taken for each repetition.
  Indirect,    ///< A jump or call through a register or memory.
};

/// The kind of \p MI, final code. Inline assembly, which is not parsed here,
/// has no branches.
BranchKind branchKindOf(const llvm::MachineInstr &MI);

/// Whether Valgrind knows %rcx at the repeated instruction \p MI, and folds the
/// first of its tests.
bool knowsRepetitions(const llvm::MachineInstr &MI);

/// Bc and Bi of one execution of \p MI. For a repeated string instruction: with
/// \p IsRepetition those of one repetition, else the others.
struct BranchCounts {
  unsigned Conditional = 0, Indirect = 0;
};
BranchCounts branchCountsOf(const llvm::MachineInstr &MI,
                            bool IsRepetition = false);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_BRANCHES_H
