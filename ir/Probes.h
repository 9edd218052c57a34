//===- Probes.h - Places of the source that outlive the optimiser -*- C++ -*-=//
//
// What is counted transparently must not change the code, but marks and the
// like stand at places that machine code does not show. LLVM's pseudo probes
// hold such places: the optimiser takes no notice of them, and they end as
// PSEUDO_PROBE instructions, which emit nothing. Ours name what they stand for
// by a hash of it; the module's metadata has the rest. So they stay what they
// are when modules are linked and functions inlined (LTO).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_PROBES_H
#define UDPC_IR_PROBES_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class Module;
} // namespace llvm

namespace udpc {

/// What a probe stands for. Probes with the same contents are one.
struct Probe {
  enum Kind { Mark, Spin };
  Kind What;
  std::string Name; ///< Given in the source.
  std::string File; ///< Absolute where it is known.
  unsigned Line, Column;
  std::string Function; ///< Linkage name, in the source.
  /// Its FunctionNames::Base, and what the front end says of it, a line each:
  /// it may be gone by then.
  std::string Base = {}, Sources = {};
};

/// Where the IR gets a probe.
struct ProbePoint {
  llvm::Instruction *Before;
  Probe What;
};

/// Puts probes into the front end's IR.
void addProbes(llvm::Module &M, const std::vector<ProbePoint> &Points);

/// A probe in final machine code.
struct MachineProbe {
  const Probe *What;
  llvm::MachineBasicBlock *Block;
  /// The instruction behind it, or null at the block's end.
  llvm::MachineInstr *Before;
};

/// The probes that a module knows.
class Probes {
public:
  explicit Probes(const llvm::Module &M);

  /// Returns the probes of \p MF, in order, and removes them: nobody else is
  /// to take them for code, or for probes of its own. Those of the user's
  /// profiling stay.
  std::vector<MachineProbe> take(llvm::MachineFunction &MF) const;

  const std::map<uint64_t, Probe> &all() const { return ByHash; }

private:
  std::map<uint64_t, Probe> ByHash;
};

} // namespace udpc

#endif // UDPC_IR_PROBES_H
