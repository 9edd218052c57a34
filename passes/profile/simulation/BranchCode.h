//===- BranchCode.h - Passes the outcomes of branches -----------*- C++ -*-===//
//
// In executables, inserts code on both edges of each conditional branch, which
// updates the thread's predictor (abi::BranchTables) and calls the runtime only
// if the counter of the branch has not yet settled on the outcome
// (BranchEdges.cpp).
//
// Where that is not possible, and for other branches, inserts a call before
// each branch, which passes its outcome to the runtime. The outcome of a
// conditional branch is known from the flags. The call changes them; if they
// are dead after the branch, the branch then tests the passed outcome, in the
// same encoding.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_BRANCHCODE_H
#define UDPC_PASSES_PROFILE_SIMULATION_BRANCHCODE_H

#include "passes/profile/costs/Branches.h"
#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/insertion/CodeInserter.h"
#include "passes/profile/simulation/FetchChecks.h"
#include "passes/profile/simulation/RecordArrays.h"

namespace udpc {

/// The branches of a unit, and the records of their outcomes.
class BranchOutcomes {
public:
  explicit BranchOutcomes(llvm::GlobalVariable &Unit)
      : Records(makeRecordArray(Unit, "__udpc_outcomes")) {}

  llvm::GlobalAlias &records() const { return *Records; }
  /// Adds the record of \p MI, at \p Address in the unit's code. Returns its
  /// distance from the first.
  uint64_t add(const FunctionCosts &P, const llvm::MachineInstr &MI,
               BranchKind Kind, uint32_t Address);
  /// Assigns the code of \p Layout a place in the unit's code.
  uint64_t place(const FunctionLayout &Layout) { return Space.place(Layout); }
  uint32_t numCodeLines() const { return Space.numLines(); }
  /// Emits the records. \p Lines are the final indices of cost centres.
  void finish(llvm::ArrayRef<uint32_t> Lines, RecordArrays &All);

private:
  llvm::GlobalAlias *Records;
  CodeSpace Space;
  std::vector<abi::OutcomeRec> Outcomes;
};

class BranchCode : CodeInserter {
public:
  /// Finds the branches of \p P. To be created before any code is inserted, and
  /// used after all other code. Code is inserted on edges if \p OnEdges.
  BranchCode(FunctionCosts &P, const FunctionLayout &Layout,
             BranchOutcomes &Outcomes, bool IsLibrary, bool OnEdges);

  void insert();

private:
  struct Branch {
    llvm::MachineInstr *MI;
    BranchKind Kind;
    uint64_t Record;
    uint16_t Place;
    bool FlagsAreLive; ///< After a conditional branch, before others.
    /// Whether the code is on the edges. The update for the untaken branch may
    /// be deferred to the edges of the next branch, where the flags are dead.
    bool IsOnEdges = false, IsDeferred = false;
    /// The block that a conditional branch goes to if taken, and whether that
    /// is reached only from there.
    llvm::MachineBasicBlock *Target = nullptr;
    bool OwnsTarget = false;
    /// The free registers where the code for each outcome is.
    FreeState Taken, NotTaken;
  };
  struct Outcome {
    const Branch *Of;
    bool Taken;
  };
  using Outcomes = llvm::SmallVector<Outcome, 2>;
  /// A call of the runtime, if a counter does not have its usual value.
  struct SlowPath {
    Outcome What;
    llvm::MCSymbol *Slow, *Back;
  };

  bool flagsLiveAfter(const llvm::MachineInstr &MI) const;
  void insertCall(const Branch &B);
  void setOutcome(const Branch &B);

  void findEdges(Branch &B) const;
  void insertOnEdges(const Branch &B);
  void addTaken(const Branch &B, const Outcomes &All);
  void addUpdates(const Outcomes &All, const FreeState &State,
                  llvm::MachineBasicBlock *To = nullptr);
  SlowPath addUpdate(const Outcome &What, int Register);
  void addSlowPath(const SlowPath &Path, const Scratch &S);
  llvm::MachineInstrBuilder addTable(const llvm::MachineInstrBuilder &MIB,
                                     llvm::MCRegister Index, uint64_t At);

  BranchOutcomes &Records;
  /// Whether the code is of a library: free registers may then hold values that
  /// other inserted code needs.
  bool IsLibrary;
  std::vector<Branch> Branches;
  /// Outcomes of preceding branches that were not taken.
  Outcomes Deferred;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_BRANCHCODE_H
