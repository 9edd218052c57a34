//===- CallCode.h - Code that records calls ---------------------*- C++ -*-===//
//
// Each thread has a stack of the functions that it executes (udpc/calls.h). The
// code inserted into a function:
//
//   at its entry        pushes it: the node of the call is found by the return
//                       address and the caller's key, in a cache
//   before its returns  pops it, and adds what the thread's total of
//                       instructions has grown by to the node
//   before tail calls   marks it: the callee is entered at the same stack
//                       pointer, or was not compiled with a profile
//   at landing pads     pops what an exception has left
//   after calls         a NOP that names the call
//
// Unusual cases are left to the runtime. An unexpected stack pointer is never
// an error: coroutines and longjmp change it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CALLS_CALLCODE_H
#define UDPC_PASSES_PROFILE_CALLS_CALLCODE_H

#include "passes/profile/slots/LibraryCode.h"
#include "llvm/ADT/StringRef.h"

namespace udpc {

/// The arrays of CallFunctionRecs and CallSiteRecs; the unit, null for
/// executables; and its LibraryCalls, null also if the runtime handles all
/// calls.
struct CallVariables {
  llvm::GlobalVariable *Functions, *Sites, *Unit, *Library;
};

class CallCode : public LibraryCode {
public:
  /// Whether generated code handles usual cases itself.
  enum class Inline : bool { Never, IfUsual };
  /// To be created before code is inserted into \p MF, which belongs to a
  /// library if it \p IsLibrary.
  CallCode(llvm::MachineFunction &MF, const CallVariables &Variables,
           Inline Usual);

  /// In a library: the use of the slots' address at the entry, whose code finds
  /// it in the call's node. None if the entry cannot offer it.
  std::optional<AddressUse> offerAtEntry() const;
  /// Inserts the code at the entry. To be called after other code has been
  /// inserted, which is to follow. \p Function and \p Hash are those of its
  /// CallFunctionRec; \p Offer is as chosen.
  void enter(unsigned Function, uint32_t Hash,
             const std::optional<AddressUse> &Offer);
  /// Inserts the code before \p Return. To be called after other code has been
  /// inserted, which is to precede.
  void leave(llvm::MachineInstr &Return);
  /// Inserts the code before the tail call \p Jump. Returns the
  /// abi::CallSiteFlags of its site.
  uint32_t tail(llvm::MachineInstr &Jump, unsigned Site);
  /// Inserts the code at the start of a landing pad, or after the call \p
  /// After, which may return twice.
  void land(llvm::MachineBasicBlock &Pad);
  void land(llvm::MachineInstr &After);
  /// Inserts the NOP that names \p Site after \p Call, and returns it.
  llvm::MachineInstr &name(llvm::MachineInstr &Call, unsigned Site);

private:
  using Builder = llvm::MachineInstrBuilder;
  /// The location of a tail call's target: a register or memory; neither if the
  /// call names its callee.
  struct Target {
    llvm::MCRegister Register;
    X86Operands Memory;
  };
  const Builder &addState(const Builder &MIB, uint64_t Offset);
  void callRuntime(llvm::StringRef What);
  void callBelow(llvm::StringRef What);
  void landHere();
  void findState(llvm::MCRegister To, llvm::MCSymbol *Slow);
  bool takeForEntry(Scratch &S);
  std::optional<SlowPath> giveSlots(const AddressUse &Offer,
                                    std::optional<llvm::MCRegister> Node);
  void addFunctionRecord(uint64_t Record);
  bool markTail(const FreeState &State, unsigned Site, const Target &To);
  std::optional<llvm::MCRegister> loadTarget(const Target &To,
                                             llvm::MCRegister Free);
  void callTail(uint64_t Record, std::optional<llvm::MCRegister> To);
  void finishSlow();

  /// A call of the runtime that is to be added at the function's end.
  struct SlowTail {
    llvm::MCSymbol *Slow, *Back;
    uint64_t Record;
    Target To;
    llvm::MCRegister Loaded;
  };

  const CallVariables &Variables;
  bool IsInline, IsLibrary;
  /// In a library: the register with the state's distance from the thread
  /// pointer.
  llvm::MCRegister Distance;
  std::vector<SlowTail> Slows;
  /// The function's first instruction, once a record refers to it.
  llvm::MCSymbol *Start = nullptr;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CALLS_CALLCODE_H
