//===- SlotPlaces.h - Which chunk holds a unit's slots ---------*- C++ -*-===//
//
// Assigns places to the slots of units without thread-local storage of their
// own. The slots lie in chunks of memory, of which each thread has its own: a
// unit's slots begin at the same offset of the same chunk in every thread. Each
// chunk is twice as large as the one before, so that a few suffice for any
// number of units.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_SLOTPLACES_H
#define UDPC_RUNTIME_COUNTS_SLOTPLACES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

struct SlotPlace {
  uint32_t Chunk;
  uint64_t Offset; ///< In bytes.
};

/// Assigns places to units, which keep them. Valid when zero.
class SlotPlaces {
public:
  /// Maximum number of chunks. Each needs a pointer in static thread-local
  /// storage.
  static constexpr uint32_t MaxChunks = 15;
  static constexpr size_t FirstSize = 64 << 10;
  /// Offsets are below this.
  static constexpr uint64_t MaxOffset = uint64_t(1) << 30;

  /// Assigns a place to \p NumSlots slots. False if there are no more. \p
  /// Alignment is in bytes, a power of 2 up to that of a page.
  bool place(uint32_t NumSlots, SlotPlace &Out,
             size_t Alignment = sizeof(uint64_t));
  /// Returns the size of a chunk in which units have places.
  size_t chunkSize(uint32_t Chunk) const { return Sizes[Chunk]; }

private:
  size_t Sizes[MaxChunks];
  /// The last used chunk, of which Used bytes are used.
  uint32_t Last;
  size_t Used;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_SLOTPLACES_H
