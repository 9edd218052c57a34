//===- CacheCheckCode.h - The code of cache checks --------------*- C++ -*-===//
//
// Inserts checks into the final code of a function: a check tests whether the
// cache has a line, and if so stores the line's stamp. Slow paths call the
// runtime.
//
// Executable code finds the thread's tables and stamps at constant distances
// from the thread pointer. Other code finds the stamps before its slots, and a
// pointer to the tables between them (LibraryCode.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKCODE_H
#define UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKCODE_H

#include "passes/profile/simulation/AccessGroups.h"
#include "passes/profile/slots/LibraryCode.h"

namespace udpc {

class OutlinedChecks;

/// The variables that the code references.
struct CheckVariables {
  llvm::GlobalVariable *Unit;
  /// Arrays of records.
  llvm::GlobalAlias *Accesses, *Fetches, *Ranges;
  /// For each stamp, as uint32_t: the index of its first record in Fetches.
  /// Null in libraries.
  llvm::GlobalAlias *FirstFetches;
  /// Thread-local: the stamps of lines of code. Null in libraries.
  llvm::GlobalVariable *Stamps;
  /// The abi::LibrarySimulation; null in executables.
  llvm::GlobalVariable *Simulation;
  /// The outlined checks. Null in libraries.
  OutlinedChecks *Outlined;
};

/// A check that is to be inserted at Place, after those before it in the
/// function's list.
struct PlannedCheck {
  enum CheckKind {
    Access, ///< The accesses of a group in a segment.
    Fetch,  ///< The fetch of a line of code before a segment.
    Range,  ///< The call that simulates the accesses of the library function
            ///< that Place calls.
  };
  CheckKind Kind;
  llvm::MachineInstr *Place;
  /// The index of its (first) record. For a fetch in an executable: its number
  /// among those of its stamp.
  uint64_t Record;
  const AccessGroup *Group = nullptr;
  const Segment *In = nullptr;
  unsigned Stamp = 0; ///< Index of the stamp of the fetched line.
  /// Whether it calls an outlined check. The displacements of an access's
  /// records are then relative to its first checked byte.
  bool IsOutlined = false;
  /// The results of StampedCheck.
  bool Ticks = true;
  unsigned Step = 0;
};

class CacheCheckCode : protected LibraryCode {
public:
  CacheCheckCode(llvm::MachineFunction &MF, const CheckVariables &Variables);
  using LibraryCode::reserve;

  /// The insertion point of the check of \p G.
  llvm::MachineInstr *insertionPointOf(const AccessGroup &G) const;
  /// The insertion point of a fetch check in \p S, from instruction \p From on.
  /// Null if none is necessary.
  llvm::MachineInstr *fetchPlace(const Segment &S, unsigned From) const;

  /// Whether \p Check may call an outlined check: nothing has to be saved for a
  /// call.
  bool canOutline(const PlannedCheck &Check) const;

  /// The use of the slots' address by a check of a library.
  AddressUse useOf(const PlannedCheck &Check) const;
  /// Inserts \p Check. In libraries \p Use has its registers.
  void insert(const PlannedCheck &Check, const AddressUse *Use = nullptr);

  /// The number of checks, and of flags and registers that they save.
  struct Statistics {
    unsigned Checks = 0, Outlined = 0, KeptFlags = 0, KeptInVectors = 0,
             KeptOnStack = 0;
  };
  const Statistics &statistics() const { return Counts; }

protected:
  /// The registers of a check.
  struct Registers {
    Scratch Saved;
    /// The check's own scratch registers, by number.
    llvm::SmallVector<int, 3> Own;
    /// In libraries: the registers with the addresses of the slots and of the
    /// tables.
    int Slots = 0, Tables = 0;
  };

  bool isLibrary() const { return Variables.Simulation; }
  void makeLine(int Address);
  void findLine(int Line, int Index, const Registers &R, llvm::MCSymbol *Slow);
  void stampLine(int Scratch, int Index, const Registers &R, bool Ticks,
                 unsigned Step);
  void tick(const Registers &R);
  void loadClock(llvm::MCRegister To, const Registers &R, unsigned Step);
  const llvm::MachineInstrBuilder &
  addTable(const llvm::MachineInstrBuilder &MIB, uint64_t Table,
           const Registers &R, llvm::MCRegister Index = {}, unsigned Scale = 8);

  const CheckVariables &Variables;

private:
  /// The general registers that \p Address uses, a bit for each number.
  uint16_t registersOf(const X86Operands &Address) const;
  llvm::MachineInstr *insertionPointOf(llvm::MachineInstr &First,
                                       llvm::MachineInstr &Earliest,
                                       uint16_t Used, unsigned Wanted) const;
  Registers takeFor(const PlannedCheck &Check, const AddressUse *Use);
  llvm::SmallVector<int, 3> registersFor(const PlannedCheck &Check) const;
  std::optional<SlowPath> findSlots(const AddressUse *Use, const Registers &R);
  void findTables(const Registers &R);
  void addAccess(const PlannedCheck &Check, const AddressUse *Use);
  void addFetch(const PlannedCheck &Check, const AddressUse *Use);
  void addRange(const PlannedCheck &Check, const AddressUse *Use);
  void callWith(const Registers &R, llvm::function_ref<void()> SetFirst,
                llvm::GlobalValue &Records, uint64_t Offset,
                llvm::StringRef Name, uint64_t Pointer);
  void callRuntime(llvm::StringRef Name, uint64_t Pointer);
  const llvm::MachineInstrBuilder &
  addStamp(const llvm::MachineInstrBuilder &MIB, unsigned Stamp,
           const Registers &R);
  void callOutlined(const PlannedCheck &Check, llvm::ArrayRef<int> Registers,
                    bool Ticks = false, unsigned Step = 0);
  void addOutlinedAccess(const PlannedCheck &Check);
  void addOutlinedFetch(const PlannedCheck &Check);

  Statistics Counts;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKCODE_H
