//===- OutlinedChecks.h - Cache checks as functions -------------*- C++ -*-===//
//
// An inline check is up to ten times as large as the checked instruction. Code
// that is not executed often calls a function of the unit that checks, one for
// each shape:
//
//     leaq  24(%rdi,%rcx,8), %rax
//     callq __udpc_check_access.0.1.ticks
//     testl $record, %eax                   # not executed for its result
//
//     movl  $stamp << 8 | number, %eax
//     callq __udpc_check_fetch.0.1.ticks
//
// Such a function changes only the flags and its registers. The test after the
// call contains the offset of the access's record in its array, for the slow
// path: it is the shortest instruction with a constant of 32 bits. A line of
// code is named by the index of its stamp, and its record by its number among
// those of that stamp, so one register has both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_OUTLINEDCHECKS_H
#define UDPC_PASSES_PROFILE_SIMULATION_OUTLINEDCHECKS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <tuple>

namespace llvm {
class Function;
class MachineFunction;
class Module;
class Twine;
} // namespace llvm

namespace udpc {

struct CheckVariables;

/// The number of low bits of a fetch's constant that have the number of its
/// record. A line of 64 bytes has fewer records, unless inline assembly is
/// smaller than estimated.
constexpr unsigned FetchNumberBits = 8;

/// The shape of an outlined check.
struct OutlinedCheck {
  bool IsFetch = false;
  /// The registers. For an access: those with the addresses of the one or two
  /// bytes whose lines are checked, and a scratch register. For a fetch: that
  /// of the stamp's index and the record's number, and a scratch register.
  llvm::SmallVector<int, 3> Registers;
  /// The results of StampedCheck.
  bool Ticks = false;
  unsigned Step = 0;

  /// Whether it is only the slow path of an inline check, without a scratch
  /// register.
  bool isSlowPath() const { return Registers.size() == 1; }

  bool operator<(const OutlinedCheck &O) const {
    return std::tie(IsFetch, Registers, Ticks, Step) <
           std::tie(O.IsFetch, O.Registers, O.Ticks, O.Step);
  }
};

/// The outlined checks of a unit, which are created at their first use, at the
/// end of the module. The code generator then processes them in turn.
class OutlinedChecks {
public:
  OutlinedChecks(llvm::Module &M, const CheckVariables &Variables)
      : M(M), Variables(Variables) {}

  llvm::Function &get(const OutlinedCheck &Shape);
  /// If \p MF is one of the checks, replaces its code by the check's, and
  /// returns true.
  bool emit(llvm::MachineFunction &MF);

private:
  llvm::Function &makeFunction(const llvm::Twine &Name);
  llvm::Function &slowPath(bool IsFetch);

  llvm::Module &M;
  const CheckVariables &Variables;
  std::map<OutlinedCheck, llvm::Function *> Functions;
  llvm::DenseMap<const llvm::Function *, OutlinedCheck> ShapeOf;
  /// The slow paths of accesses and of fetches.
  llvm::Function *SlowPaths[2] = {};
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_OUTLINEDCHECKS_H
