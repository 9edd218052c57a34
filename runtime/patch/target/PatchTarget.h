//===- PatchTarget.h - What patching needs of a processor ------*- C++ -*-===//
//
// The machine code of sites and their trampolines, how it is changed while
// other threads execute it, and how a thread is resumed that was stopped at a
// site meanwhile. One file for each processor on which sites can be patched;
// NoTarget.cpp for all others.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H
#define UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H

#include "udpc/encoding.h"
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Where the slots are that an execution of a site counts in.
struct SlotOffsets {
  int32_t Each[encoding::MaxParts];
  uint32_t Size = 0;

  SlotOffsets() = default;
  SlotOffsets(int32_t One) { add(One); }
  void add(int32_t Offset) { Each[Size++] = Offset; }
};
/// The same in one of a thread's chunks.
struct ChunkSlot {
  int32_t Pointer;    ///< The pointer to the chunk, from the thread pointer.
  SlotOffsets Offset; ///< In the chunk.
};
/// The argument of a trampoline's call.
struct CallSite {
  uint32_t Unit;
  uint32_t Slot;
  int32_t Step; ///< 1 or -1.
  /// If not 0: instead of Slot, the slots behind it with the numbers of these
  /// bits.
  uint32_t Parts = 0;
};

/// The argument of a trampoline that counts an event with `every` as well.
struct EveryCallSite {
  CallSite Site;
  uint64_t Place; ///< The address after the site.
};

/// The largest size of a site.
constexpr size_t MaxSiteSize = 16;
/// Room for a trampoline of either kind.
constexpr size_t TrampolineSize = 128;

/// Instances are constants.
struct PatchTarget {
  /// The size of the udpc instruction.
  size_t SiteSize;
  /// A jump reaches all addresses that are less than this away.
  uintptr_t JumpReach;

  /// Encodes the udpc instruction itself.
  void (*EncodeOff)(encoding::Instruction I, uint8_t *Out);
  /// Whether a site with \p Code, which has all its writes, is off.
  bool (*IsOff)(const uint8_t *Code);
  /// Encodes one instruction that increments, or if \p Down decrements, the
  /// slot at \p Offset from the thread pointer. It may change the flags.
  void (*EncodeStep)(int32_t Offset, bool Down, uint8_t *Out);
  /// Encodes a jump from \p Site to \p Target. Returns false if it is too far.
  bool (*EncodeJump)(uintptr_t Site, uintptr_t Target, uint8_t *Out);

  /// Encodes a trampoline at \p At that counts as EncodeStep's instruction in
  /// all of \p Offsets, of which there are fewer than encoding::MaxParts, and
  /// jumps to the instruction after \p Site. Saving the flags is what costs, so
  /// only with \p KeepFlags. Returns false if the site is too far.
  bool (*EncodeFlagsTrampoline)(uintptr_t At, uintptr_t Site,
                                const SlotOffsets &Offsets, bool Down,
                                bool KeepFlags, uint8_t *Out);
  /// Encodes a trampoline at \p At that counts in \p Slot, which is that of \p
  /// What, and jumps to the instruction after \p Site. If the thread has no
  /// such chunk, it calls \p Function. Returns false if something is out of
  /// reach.
  bool (*EncodeChunkTrampoline)(uintptr_t At, uintptr_t Site,
                                const ChunkSlot &Slot, const CallSite &What,
                                bool KeepFlags, uintptr_t Function,
                                uint8_t *Out);
  /// Encodes a trampoline at \p At that counts in \p Slot and adds to the
  /// counter of an event with `every` at \p Event, preserves the flags, and
  /// jumps to the instruction after \p Site. If a chunk is missing or the
  /// counter is above 0, it calls the runtime. Returns false if something is
  /// out of reach.
  bool (*EncodeEveryTrampoline)(uintptr_t At, uintptr_t Site,
                                const ChunkSlot &Slot, const ChunkSlot &Event,
                                const CallSite &What, uint8_t *Out);
  /// Returns the function that chunk trampolines call. It calls countAtSite
  /// with the trampoline's CallSite, and preserves all registers and the flags.
  uintptr_t (*CountingFunction)();

  /// A site changes by this number of writes. All cores synchronise after each.
  unsigned NumWrites;
  /// Performs write number \p I of those that put \p Code at \p Site.
  void (*Write)(unsigned I, uintptr_t Site, const uint8_t *Code);
  /// Whether \p Site has a breakpoint, which some of the writes may leave.
  bool (*HasBreakpoint)(uintptr_t Site);
  /// The distance of the program counter from a breakpoint that was executed.
  size_t TrapDistance;
  /// The program counter in a signal handler's ucontext_t.
  uintptr_t (*GetProgramCounter)(const void *Context);
  void (*SetProgramCounter)(void *Context, uintptr_t Address);
  /// The stack pointer in it.
  uintptr_t (*GetStackPointer)(const void *Context);
};

/// Null if sites cannot be patched on this processor.
const PatchTarget *patchTarget();

/// See CountingFunction.
extern "C" void __udpc_count_at_site(const CallSite *Site);
/// What the call of a trampoline for `every` leads to. \p IsCounted: the
/// counter is above 0. Otherwise nothing has been counted yet. The pointers are
/// those of the code at the site.
void countEveryAtSite(const EveryCallSite &Site, bool IsCounted,
                      uint64_t StackPointer, uint64_t FramePointer);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H
