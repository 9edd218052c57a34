//===- SlotPlaces.h - Which chunk holds a unit's slots ---------*- C++ -*-===//
//
// The slots of units that do not bring thread-local storage of their own lie in
// chunks of memory, which each thread has for itself: a unit's slots begin at
// the same offset of the same chunk in every thread. Each chunk is twice as
// large as the one before, so that few of them are enough however many units
// there are.
//
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

/// Gives units their places, which stay theirs. Valid when zero.
class SlotPlaces {
public:
  /// Each takes a pointer of static thread-local storage.
  static constexpr uint32_t MaxChunks = 15;
  static constexpr size_t FirstSize = 64 << 10;
  /// Offsets are below it.
  static constexpr uint64_t MaxOffset = uint64_t(1) << 30;

  /// False when there are no more. \p Alignment is in bytes, a power of 2 up to
  /// that of a page.
  bool place(uint32_t NumSlots, SlotPlace &Out,
             size_t Alignment = sizeof(uint64_t));
  /// Of chunks in which something has its place.
  size_t chunkSize(uint32_t Chunk) const { return Sizes[Chunk]; }

private:
  size_t Sizes[MaxChunks];
  /// Used are the chunks before it, and Used bytes of that one.
  uint32_t Last;
  size_t Used;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_SLOTPLACES_H
