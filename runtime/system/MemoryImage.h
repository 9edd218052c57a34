//===- MemoryImage.h - A file's bytes in memory -----------------*- C++ -*-===//
//
// Buffer in memory from the kernel for profiles and records before they are
// written to files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_MEMORYIMAGE_H
#define UDPC_RUNTIME_SYSTEM_MEMORYIMAGE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A growing buffer. Its writer releases it. Valid when zero.
struct MemoryImage {
  uint8_t *Bytes;
  uint64_t Size, Capacity;

  /// Writes \p N bytes at the offset \p At, growing the buffer if necessary.
  /// Returns 0 or an errno.
  int writeAt(const void *Data, uint64_t N, uint64_t At);
  /// Makes room for \p N zeroed bytes and discards the contents. Returns 0 or
  /// an errno.
  int allocate(uint64_t N);
  void release();
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_MEMORYIMAGE_H
