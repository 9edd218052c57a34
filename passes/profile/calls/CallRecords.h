//===- CallRecords.h - Records the calls of a unit --------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H
#define UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H

#include "passes/profile/calls/CallCode.h"
#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/placement/TotalPlacement.h"
#include "passes/profile/slots/LibrarySlotCode.h"
#include "passes/profile/slots/SlotCode.h"
#include "udpc/calls.h"

namespace udpc {

/// Defines what the code of an executable refers to, for programs without the
/// runtime. Before optimisation, once in a module.
void defineMissingCalls(llvm::Module &M);
/// Defines what other code refers to: functions that lead to the runtime's.
void defineLibraryCalls(llvm::Module &M);
/// The unit's LibraryCalls, after that.
llvm::GlobalVariable *makeLibraryCalls(llvm::Module &M);

/// What is inserted into one function to record its calls.
class FunctionCalls {
public:
  /// \p P: without insertions yet. \p AllCosts: the runtime sums all costs.
  /// In a library without CallVariables::Library it does all, too.
  FunctionCalls(FunctionCosts &P, const CallVariables &Variables,
                bool AllCosts);

  /// Adds to the totals. Before other code is inserted.
  void addTotals(SlotCode &Slots);
  /// The same for a library: what it adds to its unit's slots.
  std::vector<SlotAddition> libraryTotals() const;
  /// CallCode::offerAtEntry(), with the register that is to have the address.
  std::optional<AddressUse> Offer;
  /// After all other code has been inserted. \p Function, \p Hash: its
  /// CallFunctionRec.
  void insert(unsigned Function, uint32_t Hash,
              std::vector<abi::CallSiteRec> &Sites);

private:
  struct Piece {
    Segment Code;
    TotalPlacement::Amounts Costs;
  };
  void findPieces();
  void findCalls();
  template <typename FunctionT> void forEachTotal(FunctionT Add) const;

  FunctionCosts &P;
  CallCode Code;
  bool AllCosts, FindsState;
  std::vector<Piece> Pieces;
  std::vector<TotalPlacement::Amounts> Added; ///< Of pieces that do not repeat.
  /// CallSiteRec::Pending, where it is not 0.
  llvm::DenseMap<const llvm::MachineInstr *, int64_t> PendingAt;
  std::vector<llvm::MachineInstr *> Calls, TailCalls, Returns;
  std::vector<llvm::MachineBasicBlock *> LandingPads;
};

/// The records of a unit.
class CallRecords {
public:
  /// \p FindsState: in libraries, code finds the state of its thread.
  CallRecords(llvm::Module &M, llvm::GlobalVariable &Unit, bool IsLibrary,
              bool FindsState);

  const CallVariables &variables() const { return Variables; }
  /// After FunctionCalls::addTotals() and all other insertions.
  void insert(FunctionCalls &Calls, const FunctionCosts &P);
  /// Emits the records.
  void finish();

private:
  llvm::GlobalVariable &Unit;
  CallVariables Variables;
  uint64_t Contents; ///< A hash of what the module has.
  std::vector<abi::CallFunctionRec> Functions;
  std::vector<abi::CallSiteRec> Sites;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H
