//===- CostFiles.h - Writes costs ------------------------------*- C++ -*-===//
//
// Two files say what units with costs have counted: the cache profile, which
// keeps all (udpc/costs.h), and text in Cachegrind's format for its tools.
//
// All functions need the StateLock and return 0 or an errno.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_COSTFILES_H
#define UDPC_RUNTIME_OUTPUT_COSTFILES_H

#include "runtime/costs/CostTotals.h"
#include "runtime/output/ProfileFile.h"

namespace udpc {
namespace rt {

/// Writes the cache profile, thread by thread.
class CacheProfileWriter {
public:
  explicit CacheProfileWriter(ProfileFile &File) : File(File) {}
  int open(const ProfileTarget &Target);
  int add(const ThreadRecord &T, const ThreadCosts &Costs);
  int close();

private:
  int writeUnits();
  int keep(int Error);

  ProfileFile &File;
  abi::ProfileHeader Header = {};
};

int writeCachegrindFile(ProfileFile &File, const ProfileTarget &Target,
                        const CostTotals &Totals);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_COSTFILES_H
