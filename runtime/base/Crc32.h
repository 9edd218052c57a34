//===- Crc32.h - The checksum of profiles ----------------------*- C++ -*-===//
//
// CRC-32 as zlib's crc32() and llvm::crc32() compute it; used for profiles,
// tables and records of logs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_BASE_CRC32_H
#define UDPC_RUNTIME_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns the checksum of the bytes that gave \p Crc (0 for none) followed by
/// \p Size bytes at \p Data.
uint32_t crc32(uint32_t Crc, const void *Data, size_t Size);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_BASE_CRC32_H
