//===- SystemCaches.h - The caches that the system reports ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H
#define UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace udpc {

/// A cache that has data.
struct SystemCache {
  unsigned Level = 0;
  uint64_t Bytes = 0;
};

/// "48K", "1024K", "32M", as in sysfs; 0 if \p Text is no size.
uint64_t sysfsSize(llvm::StringRef Text);

/// The data and unified caches of the first processor, nearest first, from
/// \p Folder. None where the system does not say, as in some virtual machines.
std::vector<SystemCache>
systemCaches(llvm::StringRef Folder = "/sys/devices/system/cpu/cpu0/cache");

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_SYSTEMCACHES_H
