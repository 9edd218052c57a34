//===- RegionCode.h - Functions as regions of a profile ---------*- C++ -*-===//
//
// A function that the spec or -fudpc-profile=counts,region=<glob> names
// (RegionMatching.h) is a region (udpc/regions.h) from its entry to its
// returns, and to tail calls that the source requires. RegionCode inserts calls
// of the runtime there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_REGIONS_REGIONCODE_H
#define UDPC_PASSES_PROFILE_REGIONS_REGIONCODE_H

#include "passes/profile/insertion/CodeInserter.h"

namespace udpc {

class RegionCode : public CodeInserter {
public:
  /// To be created before code is inserted into \p MF.
  explicit RegionCode(llvm::MachineFunction &MF) : CodeInserter(MF) {}

  /// Inserts the code. To be called after all other code has been inserted.
  void insert(llvm::StringRef Name);

private:
  void leave(const llvm::GlobalVariable &Name);
  void leaveBefore(llvm::MachineInstr &Exit, const llvm::GlobalVariable &Name);
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONS_REGIONCODE_H
