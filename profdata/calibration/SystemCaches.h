//===- SystemCaches.h - The caches that the system reports ------*- C++ -*-===//
//
// Reads cache sizes from sysfs. Used by Calibration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H
#define UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace udpc {

/// A data or unified cache.
struct SystemCache {
  unsigned Level = 0;
  uint64_t Bytes = 0;
};

/// Returns the bytes of "48K", "1024K" or "32M", as in sysfs; 0 if \p Text is
/// not a size.
uint64_t sysfsSize(llvm::StringRef Text);

/// Returns the data and unified caches of the first processor, nearest first,
/// from \p Folder. Empty if the system does not report them, as in some virtual
/// machines.
std::vector<SystemCache>
systemCaches(llvm::StringRef Folder = "/sys/devices/system/cpu/cpu0/cache");

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H
