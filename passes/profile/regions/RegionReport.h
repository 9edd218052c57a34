//===- RegionReport.h - Regions in the final code ---------------*- C++ -*-===//
//
// Functions that are regions may be inlined: their copies are no part of the
// region. Remarks report that, and the records of regions, by which the driver
// warns after linking.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_REGIONS_REGIONREPORT_H
#define UDPC_PASSES_PROFILE_REGIONS_REGIONREPORT_H

#include "passes/profile/regions/RegionMatching.h"

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace udpc {

class RegionReport {
public:
  explicit RegionReport(const llvm::Module &M)
      : Regions(findMatchedRegions(M)) {}

  /// Counts the regions in \p MF. To be called before code is inserted.
  void add(const llvm::MachineFunction &MF);
  /// Writes the records.
  void finish();

private:
  void addInlined(const llvm::MachineFunction &MF);

  std::vector<MatchedRegion> Regions;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONS_REGIONREPORT_H
