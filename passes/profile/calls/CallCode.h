//===- CallCode.h - Code that records calls ---------------------*- C++ -*-===//
//
// Each thread has a stack of the functions that it executes (udpc/calls.h).
// What is inserted into a function:
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
// Whatever is unusual is left to the runtime. A stack pointer that is not the
// expected one is never an error: coroutines and longjmp change it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CALLS_CALLCODE_H
#define UDPC_PASSES_PROFILE_CALLS_CALLCODE_H

#include "passes/profile/slots/LibraryCode.h"
#include "llvm/ADT/StringRef.h"

namespace udpc {

/// The arrays of CallFunctionRecs and CallSiteRecs; the unit, null for
/// executables; and its LibraryCalls, null also if the runtime is to do all.
struct CallVariables {
  llvm::GlobalVariable *Functions, *Sites, *Unit, *Library;
};

class CallCode : public LibraryCode {
public:
  /// Where generated code does what is usual itself.
  enum class Inline : bool { Never, IfUsual };
  /// To be created before code is inserted into \p MF, which is that of a
  /// library if it \p IsLibrary.
  CallCode(llvm::MachineFunction &MF, const CallVariables &Variables,
           Inline Usual);

  /// In a library: the use of the slots' address at the entry, whose code finds
  /// it in the call's node. None if the entry has none for others.
  std::optional<AddressUse> offerAtEntry() const;
  /// To be called after other code has been inserted, which is to follow. \p
  /// Function, \p Hash: its CallFunctionRec. \p Offer: as chosen.
  void enter(unsigned Function, uint32_t Hash,
             const std::optional<AddressUse> &Offer);
  /// The same; other code is to precede.
  void leave(llvm::MachineInstr &Return);
  /// Before the tail call \p Jump. Returns the abi::CallSiteFlags of its site.
  uint32_t tail(llvm::MachineInstr &Jump, unsigned Site);
  /// At the start of a landing pad, or after the call \p After, which may
  /// return twice.
  void land(llvm::MachineBasicBlock &Pad);
  void land(llvm::MachineInstr &After);
  /// Returns the NOP that names \p Site, after \p Call.
  llvm::MachineInstr &name(llvm::MachineInstr &Call, unsigned Site);

private:
  using Builder = llvm::MachineInstrBuilder;
  /// Where the target of a tail call is: in a register or in memory; neither if
  /// the call names its callee.
  struct Target {
    llvm::MCRegister Register;
    X86Operands Memory;
  };
  const Builder &addState(const Builder &MIB, uint64_t Offset);
  const Builder &addField(const Builder &MIB, llvm::MCRegister Base,
                          uint64_t Offset);
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
  /// In a library: what has the distance of the state from the thread pointer.
  llvm::MCRegister Distance;
  std::vector<SlowTail> Slows;
  /// The function's first instruction, once a record refers to it.
  llvm::MCSymbol *Start = nullptr;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CALLS_CALLCODE_H
