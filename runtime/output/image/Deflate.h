//===- Deflate.h - Compresses bytes -----------------------------*- C++ -*-===//
//
// Writes zlib streams, for packed profiles. The runtime links no zlib.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_DEFLATE_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns the maximum size of the zlib stream of \p Size bytes: nine bits for
/// each of them, plus header and trailer.
constexpr uint64_t maxDeflatedSize(uint64_t Size) {
  return Size + Size / 8 + 16;
}

/// Writes the \p Size bytes at \p Data to \p Out as a zlib stream (RFC 1950),
/// and returns its size. The stream is one block with the fixed codes of RFC
/// 1951, 3.2.6: a tenth larger than with codes of its own, for a third of the
/// code. Takes time in proportion to \p Size. Not thread-safe.
uint64_t deflateBytes(const uint8_t *Data, uint64_t Size, uint8_t *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_DEFLATE_H
