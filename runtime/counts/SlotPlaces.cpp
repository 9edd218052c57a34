//===- SlotPlaces.cpp - Which chunk holds a unit's slots ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/SlotPlaces.h"

using namespace udpc::rt;

bool SlotPlaces::place(uint32_t NumSlots, SlotPlace &Out, size_t Alignment) {
  size_t Size = size_t(NumSlots) * sizeof(uint64_t);
  // Chunks end at a page boundary.
  Used = (Used + Alignment - 1) & ~(Alignment - 1);
  if (Size > Sizes[Last] - Used || Used >= MaxOffset) {
    uint32_t Next = Sizes[Last] ? Last + 1 : Last;
    if (Next == MaxChunks)
      return false;
    constexpr size_t Page = 4 << 10;
    size_t Least = FirstSize << Next, Wanted = (Size + Page - 1) & ~(Page - 1);
    Last = Next;
    Used = 0;
    Sizes[Last] = Wanted < Least ? Least : Wanted;
  }
  Out = {Last, Used};
  Used += Size;
  return true;
}
