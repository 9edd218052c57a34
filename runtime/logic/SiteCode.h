//===- SiteCode.h - Machine code of sites and trampolines -------*- C++ -*-===//
//
// x86-64: the bytes of a site that is off, of one that is on, and of the
// trampolines that sites jump to if one instruction does not suffice.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_SITECODE_H
#define UDPC_RUNTIME_LOGIC_SITECODE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

constexpr size_t SiteSize = 9;
/// A breakpoint: the first byte while the others change.
constexpr uint8_t Int3 = 0xcc;

/// The udpc instruction itself.
void encodeOff(uint8_t Counter, uint8_t Command, uint8_t *Out);
/// incq or (\p Down) decq of the slot at \p Offset from the thread pointer.
void encodeStep(int32_t Offset, bool Down, uint8_t *Out);
/// A jump from \p Site to \p Target and a NOP. False if it is too far.
bool encodeJump(uintptr_t Site, uintptr_t Target, uint8_t *Out);

/// Room for a trampoline of either kind.
constexpr size_t TrampolineSize = 128;

/// A trampoline at \p At that executes encodeStep's instruction, preserves the
/// flags, and returns after \p Site. False if that is too far.
bool encodeFlagsTrampoline(uintptr_t At, uintptr_t Site, int32_t Offset,
                           bool Down, uint8_t *Out);

/// Where a slot is in a thread's chunks.
struct ChunkSlot {
  int32_t Pointer; ///< The pointer to the chunk, from the thread pointer.
  int32_t Offset;  ///< In the chunk.
};
/// The argument of a trampoline's call.
struct CallSite {
  uint32_t Unit;
  uint32_t Slot;
  int64_t Step; ///< 1 or -1.
};
/// Its offset from the trampoline's return address.
constexpr size_t CallSiteDistance = 16;

/// A trampoline at \p At that counts in \p Slot, which is that of \p What, and
/// jumps to the instruction after \p Site. If the thread has no such chunk, it
/// calls \p Function, which must preserve all registers and the flags. Returns
/// false if something is out of reach.
bool encodeChunkTrampoline(uintptr_t At, uintptr_t Site, ChunkSlot Slot,
                           const CallSite &What, bool KeepFlags,
                           uintptr_t Function, uint8_t *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_SITECODE_H
