//===- SlotArena.h - Slots for libraries' instructions ---------*- C++ -*-===//
//
// A library has no thread-local storage at a fixed distance from the thread
// pointer. The executable has, and the runtime is part of it: this is storage
// that it keeps for libraries.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SLOTARENA_H
#define UDPC_RUNTIME_PATCH_SLOTARENA_H

#include "runtime/Units.h"

namespace udpc {
namespace rt {

/// What it takes of each thread.
constexpr uint32_t SlotArenaSize = 4096;

/// Makes \p U inline if it is not and there is room. Needs the StateLock.
void giveSlots(UnitRecord &U);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SLOTARENA_H
