//===- CallRecords.h - Records the calls of a unit --------------*- C++ -*-===//
//
// Records the calls of a unit's functions: chooses where totals are added,
// inserts CallCode.h's code, and emits the records. Used by ModuleProfiler.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H
#define UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H

#include "passes/profile/calls/CallCode.h"
#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/placement/TotalPlacement.h"
#include "passes/profile/slots/LibrarySlotCode.h"
#include "passes/profile/slots/SlotCode.h"
#include "udpc/calls.h"

namespace udpc {

/// Defines the symbols that the code of an executable refers to, for programs
/// without the runtime. To be called once in a module, before optimisation.
void defineMissingCalls(llvm::Module &M);
/// Defines the symbols that other code refers to: functions that lead to the
/// runtime's.
void defineLibraryCalls(llvm::Module &M);
/// Creates the unit's LibraryCalls, after defineLibraryCalls.
llvm::GlobalVariable *makeLibraryCalls(llvm::Module &M);

/// The code that is inserted into one function to record its calls.
class FunctionCalls {
public:
  /// \p P is without insertions. \p AllCosts says that the runtime sums all
  /// costs. In a library without CallVariables::Library it sums all, too.
  FunctionCalls(FunctionCosts &P, const CallVariables &Variables,
                bool AllCosts);

  /// Inserts the additions to the totals. To be called before other code is
  /// inserted.
  void addTotals(SlotCode &Slots);
  /// The additions of a library to its unit's slots.
  std::vector<SlotAddition> libraryTotals() const;
  /// CallCode::offerAtEntry(), with the register that gets the address.
  std::optional<AddressUse> Offer;
  /// Inserts all other code. To be called after other insertions. \p Function
  /// and \p Hash are those of its CallFunctionRec.
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
  std::vector<TotalPlacement::Amounts> Added; ///< For flowing pieces.
  /// CallSiteRec::Pending, where it is not 0.
  llvm::DenseMap<const llvm::MachineInstr *, int64_t> PendingAt;
  std::vector<llvm::MachineInstr *> Calls, TailCalls, Returns;
  std::vector<llvm::MachineBasicBlock *> LandingPads;
};

/// The records of a unit.
class CallRecords {
public:
  /// \p FindsState says that code in libraries finds the state of its thread.
  CallRecords(llvm::Module &M, llvm::GlobalVariable &Unit, bool IsLibrary,
              bool FindsState);

  const CallVariables &variables() const { return Variables; }
  /// Inserts the code of \p Calls, after FunctionCalls::addTotals() and all
  /// other insertions.
  void insert(FunctionCalls &Calls, const FunctionCosts &P);
  /// Emits the records.
  void finish();

private:
  llvm::GlobalVariable &Unit;
  CallVariables Variables;
  uint64_t Contents; ///< A hash of the module's contents.
  std::vector<abi::CallFunctionRec> Functions;
  std::vector<abi::CallSiteRec> Sites;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CALLS_CALLRECORDS_H
