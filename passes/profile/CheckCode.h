//===- CheckCode.h - The code of checks -------------------------*- C++ -*-===//
//
// Inserts checks into the final code of a function: whether the cache has a
// line, and if so the store of its stamp. Slow paths call the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CHECKCODE_H
#define UDPC_PASSES_PROFILE_CHECKCODE_H

#include "passes/profile/AccessGroups.h"
#include "passes/profile/CodeInserter.h"

namespace udpc {

/// The arrays of records that the code references.
struct RecordArrays {
  llvm::GlobalVariable *Accesses, *Fetches, *Ranges;
  /// Thread-local: the stamps of lines of code.
  llvm::GlobalVariable *Stamps;
};

class CheckCode : CodeInserter {
public:
  CheckCode(llvm::MachineFunction &MF, const RecordArrays &Arrays);

  /// The insertion point of the check of \p G.
  llvm::MachineInstr *insertionPointOf(const AccessGroup &G) const;
  /// Inserts the check of \p G, in the segment \p In, at \p Place, after its
  /// fetch checks and those of earlier groups. \p Record is the index of the
  /// group's first record.
  void addAccess(const AccessGroup &G, const Segment &In,
                 llvm::MachineInstr *Place, uint64_t Record);
  /// Inserts the check of the code line with stamp index \p Stamp, before the
  /// fetches of \p S from instruction \p From on.
  void addFetch(const Segment &S, unsigned From, unsigned Stamp,
                uint64_t Record);
  /// Inserts the call that simulates the accesses of the library function that
  /// \p Call calls.
  void addRange(llvm::MachineInstr &Call, uint64_t Record);

  /// The number of checks that save flags or registers.
  struct Statistics {
    unsigned Checks = 0, KeptFlags = 0, KeptInVectors = 0, KeptOnStack = 0;
  };
  const Statistics &statistics() const { return Counts; }

private:
  llvm::MachineInstr *insertionPointOf(llvm::MachineInstr &First,
                                       llvm::MachineInstr &Earliest,
                                       uint16_t Used, unsigned Wanted) const;
  Scratch takeFor(const llvm::MachineInstr &Place, uint16_t Used,
                  unsigned Wanted);
  const llvm::MachineInstrBuilder &
  addStamp(const llvm::MachineInstrBuilder &MIB, unsigned Stamp,
           llvm::MCRegister Base = {});
  const llvm::MachineInstrBuilder &
  addThreadVariable(const llvm::MachineInstrBuilder &MIB, const char *Name,
                    llvm::MCRegister Index = {}, unsigned Scale = 8);
  void tick();
  std::optional<unsigned> stepsAt(const Segment &S,
                                  const llvm::MachineInstr &Place) const;

  const RecordArrays &Arrays;
  Statistics Counts;
  /// Insertion points where the clock is advanced for a fetch.
  llvm::DenseSet<const llvm::MachineInstr *> Ticks;
  /// By insertion point of an access check: the number to add to the clock for
  /// a later stamp.
  llvm::DenseMap<const llvm::MachineInstr *, unsigned> Steps;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CHECKCODE_H
