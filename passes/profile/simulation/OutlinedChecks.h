//===- OutlinedChecks.h - Checks that code calls ----------------*- C++ -*-===//
//
// A check in the code is up to ten times as large as an instruction that it
// checks. Where code is not executed often, it calls a function of the unit
// that checks, one for each shape:
//
//     leaq  24(%rdi,%rcx,8), %rax
//     callq __udpc_check_access.0.1.ticks
//     testl $record, %eax                   # not executed for its result
//
//     movl  $stamp << 8 | number, %eax
//     callq __udpc_check_fetch.0.1.ticks
//
// Such a function changes the flags and its registers only. The test behind the
// call has the offset of the access's record in its array, for the slow path:
// it is the shortest instruction with a constant of 32 bits. A line of code is
// named by the index of its stamp, and its record by its number among those of
// that stamp: so one register has both.
//
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

/// The lowest bits of the constant for a fetch: the number of its record. A
/// line of 64 bytes has fewer records, but where inline assembly is smaller
/// than estimated.
constexpr unsigned FetchNumberBits = 8;

/// The shape of an outlined check.
struct OutlinedCheck {
  bool IsFetch = false;
  /// For an access: those of the addresses of one or two bytes, of whose lines
  /// the check is, and a scratch register. For a fetch: that of the stamp's
  /// index and the record's number, and a scratch register.
  llvm::SmallVector<int, 3> Registers;
  /// As in StampedCheck.
  bool Ticks = false;
  unsigned Step = 0;

  /// Without the scratch register: only the slow path, of an inline check.
  bool isSlowPath() const { return Registers.size() == 1; }

  bool operator<(const OutlinedCheck &O) const {
    return std::tie(IsFetch, Registers, Ticks, Step) <
           std::tie(O.IsFetch, O.Registers, O.Ticks, O.Step);
  }
};

/// The outlined checks of a unit, which are made when they are used first, at
/// the end of the module. The code generator then gets them in turn.
class OutlinedChecks {
public:
  OutlinedChecks(llvm::Module &M, const CheckVariables &Variables)
      : M(M), Variables(Variables) {}

  llvm::Function &get(const OutlinedCheck &Shape);
  /// If \p MF is one of them, replaces its code by the check's, and returns
  /// true.
  bool emit(llvm::MachineFunction &MF);

private:
  llvm::Function &makeFunction(const llvm::Twine &Name);
  llvm::Function &slowPath(bool IsFetch);

  llvm::Module &M;
  const CheckVariables &Variables;
  std::map<OutlinedCheck, llvm::Function *> Functions;
  llvm::DenseMap<const llvm::Function *, OutlinedCheck> ShapeOf;
  /// By whether they are those of fetches.
  llvm::Function *SlowPaths[2] = {};
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_OUTLINEDCHECKS_H
