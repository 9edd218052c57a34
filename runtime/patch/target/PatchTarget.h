//===- PatchTarget.h - What patching needs of a processor ------*- C++ -*-===//
//
// The interface of a processor for patching: the machine code of sites and
// their trampolines, how it is changed while other threads execute it, and how
// a thread is resumed that was stopped at a site meanwhile. There is one file
// for each processor on which sites can be patched, and NoTarget.cpp for all
// others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H
#define UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H

#include "udpc/encoding.h"
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// The offsets of the slots in which an execution of a site counts.
struct SlotOffsets {
  int32_t Each[encoding::MaxParts];
  uint32_t Size = 0;

  SlotOffsets() = default;
  SlotOffsets(int32_t One) { add(One); }
  void add(int32_t Offset) { Each[Size++] = Offset; }
};
/// The offsets of slots in one of a thread's chunks.
struct ChunkSlot {
  int32_t
      Pointer; ///< Offset from the thread pointer of the pointer to the chunk.
  SlotOffsets Offset; ///< Offsets in the chunk.
};
/// The argument of a trampoline's call.
struct CallSite {
  uint32_t Unit;
  uint32_t Slot;
  int32_t Step; ///< 1 or -1.
  /// If not 0, the trampoline counts in the slots after Slot whose numbers are
  /// the bits set here, instead of in Slot.
  uint32_t Parts = 0;
};

/// The argument of a trampoline that also counts an event with `every`.
struct EveryCallSite {
  CallSite Site;
  uint64_t Place; ///< The address after the site.
};

/// The largest size of a site.
constexpr size_t MaxSiteSize = 16;
/// The size of a trampoline of any kind.
constexpr size_t TrampolineSize = 128;

/// The code and operations of a processor. Instances are constants.
struct PatchTarget {
  /// The size of the udpc instruction.
  size_t SiteSize;
  /// The reach of a jump: it reaches all addresses at a smaller distance.
  uintptr_t JumpReach;

  /// Encodes the udpc instruction itself.
  void (*EncodeOff)(encoding::Instruction I, uint8_t *Out);
  /// Returns whether a site with \p Code, which has all its writes, is off.
  bool (*IsOff)(const uint8_t *Code);
  /// Encodes one instruction that increments, or if \p Down decrements, the
  /// slot at \p Offset from the thread pointer. It may change the flags.
  void (*EncodeStep)(int32_t Offset, bool Down, uint8_t *Out);
  /// Encodes a jump from \p Site to \p Target. Returns false if it is too far.
  bool (*EncodeJump)(uintptr_t Site, uintptr_t Target, uint8_t *Out);

  /// Encodes a trampoline at \p At that counts like EncodeStep's instruction in
  /// all of \p Offsets, of which there are fewer than encoding::MaxParts, and
  /// jumps to the instruction after \p Site. Saves the flags, which is
  /// expensive, only with \p KeepFlags. Returns false if the site is too far.
  bool (*EncodeFlagsTrampoline)(uintptr_t At, uintptr_t Site,
                                const SlotOffsets &Offsets, bool Down,
                                bool KeepFlags, uint8_t *Out);
  /// Encodes a trampoline at \p At that counts in \p Slot, the slots of \p
  /// What, and jumps to the instruction after \p Site. If the thread has no
  /// such chunk, the trampoline calls \p Function. Returns false if an address
  /// or offset is out of reach.
  bool (*EncodeChunkTrampoline)(uintptr_t At, uintptr_t Site,
                                const ChunkSlot &Slot, const CallSite &What,
                                bool KeepFlags, uintptr_t Function,
                                uint8_t *Out);
  /// Encodes a trampoline at \p At that counts in \p Slot and adds to the
  /// counter of an event with `every` at \p Event, preserves the flags, and
  /// jumps to the instruction after \p Site. If a chunk is missing or the
  /// counter is above 0, the trampoline calls the runtime. Returns false if an
  /// address or offset is out of reach.
  bool (*EncodeEveryTrampoline)(uintptr_t At, uintptr_t Site,
                                const ChunkSlot &Slot, const ChunkSlot &Event,
                                const CallSite &What, uint8_t *Out);
  /// Returns the function that chunk trampolines call. It calls
  /// __udpc_count_at_site with the trampoline's CallSite, and preserves all
  /// registers and the flags.
  uintptr_t (*CountingFunction)();

  /// Number of writes by which a site changes. All cores synchronise after
  /// each.
  unsigned NumWrites;
  /// Performs write number \p I of the writes that put \p Code at \p Site.
  void (*Write)(unsigned I, uintptr_t Site, const uint8_t *Code);
  /// Returns whether \p Site has a breakpoint, which some of the writes may
  /// leave.
  bool (*HasBreakpoint)(uintptr_t Site);
  /// The distance of the program counter from a breakpoint that was executed.
  size_t TrapDistance;
  /// Read and set the program counter in a signal handler's ucontext_t.
  uintptr_t (*GetProgramCounter)(const void *Context);
  void (*SetProgramCounter)(void *Context, uintptr_t Address);
  /// Reads the stack pointer in a signal handler's ucontext_t.
  uintptr_t (*GetStackPointer)(const void *Context);
};

/// Returns the processor's target; null if sites cannot be patched on this
/// processor.
const PatchTarget *patchTarget();

/// Counts for a trampoline; see CountingFunction.
extern "C" void __udpc_count_at_site(const CallSite *Site);
/// Counts for a trampoline of an event with `every`. \p IsCounted: the counter
/// is above 0; otherwise nothing has been counted yet. The pointers are those
/// of the code at the site.
void countEveryAtSite(const EveryCallSite &Site, bool IsCounted,
                      uint64_t StackPointer, uint64_t FramePointer);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_TARGET_PATCHTARGET_H
