//===- BranchCode.h - Passes the outcomes of branches -----------*- C++ -*-===//
//
// Inserts a call before each branch of a function, which passes its outcome to
// the runtime. The outcome of a conditional branch is known from the flags. The
// call changes them; where they are dead after the branch, the branch then
// tests the outcome that was passed, in the same encoding.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_BRANCHCODE_H
#define UDPC_PASSES_PROFILE_BRANCHCODE_H

#include "passes/profile/Branches.h"
#include "passes/profile/CodeInserter.h"
#include "passes/profile/FetchChecks.h"
#include "passes/profile/FunctionProfile.h"

namespace udpc {

/// The branches of a unit, and the records of their outcomes.
class BranchOutcomes {
public:
  explicit BranchOutcomes(llvm::Module &M, llvm::GlobalVariable &Unit);

  llvm::GlobalVariable &records() const { return *Records; }
  /// Adds the record of \p MI, at \p Address in the unit's code. Returns its
  /// distance from the first.
  uint64_t add(const FunctionProfile &P, const llvm::MachineInstr &MI,
               BranchKind Kind, uint32_t Address);
  /// Where the code of \p Layout is in the unit's.
  uint64_t place(const FunctionLayout &Layout) { return Space.place(Layout); }
  uint32_t numCodeLines() const { return Space.numLines(); }
  /// Emits the records. \p Lines are the final indices of cost centres.
  void finish(llvm::ArrayRef<uint32_t> Lines);

private:
  llvm::GlobalVariable &Unit;
  llvm::GlobalVariable *Records;
  CodeSpace Space;
  std::vector<abi::OutcomeRec> All;
};

class BranchCode : CodeInserter {
public:
  /// Finds the branches of \p P. To be made before any code is inserted, and
  /// used after all other code.
  BranchCode(FunctionProfile &P, const FunctionLayout &Layout,
             BranchOutcomes &Outcomes, bool IsLibrary);

  void insert();

private:
  struct Branch {
    llvm::MachineInstr *MI;
    BranchKind Kind;
    uint64_t Record;
    bool FlagsAreLive; ///< After a conditional branch, before others.
  };
  bool flagsLiveAfter(const llvm::MachineInstr &MI) const;
  void insert(const Branch &B);
  void setOutcome(const Branch &B);

  BranchOutcomes &Outcomes;
  /// Registers that look free may have what other inserted code needs.
  bool IsLibrary;
  std::vector<Branch> Branches;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_BRANCHCODE_H
