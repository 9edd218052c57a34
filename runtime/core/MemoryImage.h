//===- MemoryImage.h - A file's bytes in memory ----------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_CORE_MEMORYIMAGE_H
#define UDPC_RUNTIME_CORE_MEMORYIMAGE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Bytes in memory from the kernel, which grows as it is written. Whoever fills
/// it releases it. Valid when zero.
struct MemoryImage {
  uint8_t *Bytes;
  uint64_t Size, Capacity;

  /// Returns 0 or an errno.
  int writeAt(const void *Data, uint64_t N, uint64_t At);
  /// Room for \p N zeroed bytes; what was there is lost. Returns 0 or an errno.
  int allocate(uint64_t N);
  void release();
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_MEMORYIMAGE_H
