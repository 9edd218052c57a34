//===- Probes.h - Source positions that survive optimisation ----*- C++ -*-===//
//
// Transparent counting must not change the code, but positions of marks are not
// visible in machine code. LLVM's pseudo probes keep such positions: the
// optimiser ignores them, and they become PSEUDO_PROBE instructions, which emit
// nothing. The probes contain a hash; the module's metadata has the data by
// hash. So they stay valid when modules are linked and functions inlined (LTO).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The data of a probe. Probes with equal data share one record.
struct Probe {
  enum Kind { Mark, Spin };
  Kind What;
  std::string Name; ///< Given in the source.
  std::string File; ///< Absolute where it is known.
  unsigned Line, Column;
  std::string Function; ///< Linkage name, in the source.
  /// FunctionNames::Base and the SignatureAttribute of the function, which may
  /// be removed later.
  std::string Base = {}, Sources = {};
};

/// The insertion point of a probe in the IR.
struct ProbePoint {
  llvm::Instruction *Before;
  Probe What;
};

/// Inserts probes into the front end's IR.
void addProbes(llvm::Module &M, const std::vector<ProbePoint> &Points);

/// A probe in final machine code.
struct MachineProbe {
  const Probe *What;
  llvm::MachineBasicBlock *Block;
  /// The instruction after it, or null at the block's end.
  llvm::MachineInstr *Before;
};

/// The data of a module's probes.
class Probes {
public:
  explicit Probes(const llvm::Module &M);

  /// Returns the probes of \p MF, in order, and removes them, so that they are
  /// not mistaken for code or for profiling probes. Other pseudo probes stay.
  std::vector<MachineProbe> take(llvm::MachineFunction &MF) const;

  const std::map<uint64_t, Probe> &all() const { return ByHash; }

private:
  std::map<uint64_t, Probe> ByHash;
};

} // namespace udpc

#endif // UDPC_IR_PROBES_H
