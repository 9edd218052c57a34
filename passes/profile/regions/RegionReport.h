//===- RegionReport.h - Which regions the final code has --------*- C++ -*-===//
//
// Functions that are regions may be inlined: what their copies execute is no
// part of the region. Remarks say so, and the records of regions, by which the
// driver warns after linking.
//
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

  /// Before code is inserted into \p MF.
  void add(const llvm::MachineFunction &MF);
  /// Writes the records.
  void finish();

private:
  void addInlined(const llvm::MachineFunction &MF);

  std::vector<MatchedRegion> Regions;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONS_REGIONREPORT_H
