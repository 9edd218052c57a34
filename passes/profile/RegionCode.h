//===- RegionCode.h - Functions as regions of a profile ---------*- C++ -*-===//
//
// A function that -fudpc-profile=counts,region=<glob> names is a region
// (udpc/regions.h) from its entry to its returns, and to tail calls. The
// runtime is called there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_REGIONCODE_H
#define UDPC_PASSES_PROFILE_REGIONCODE_H

#include "passes/profile/CodeInserter.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Defines what the code refers to, for programs without the runtime. Before
/// optimisation, once in a module.
void defineMissingRegions(llvm::Module &M);

/// The name of the region that \p MF is, the demangled name of the function; ""
/// if it is none.
std::string regionOf(const llvm::MachineFunction &MF);

class RegionCode : public CodeInserter {
public:
  /// To be created before code is inserted into \p MF.
  explicit RegionCode(llvm::MachineFunction &MF) : CodeInserter(MF) {}

  /// After all other code has been inserted.
  void insert(llvm::StringRef Name);

private:
  void leave(const llvm::GlobalVariable &Name);
  void leaveBefore(llvm::MachineInstr &Exit, const llvm::GlobalVariable &Name);
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONCODE_H
