//===- NearMemory.h - Memory within a jump's reach --------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_SYSTEM_NEARMEMORY_H
#define UDPC_RUNTIME_SYSTEM_NEARMEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Maps \p Size bytes of zeroed memory so that any two of its bytes and those
/// from \p Low to before \p High are less than \p Reach apart. Null if there is
/// no room.
uint8_t *mapNear(uintptr_t Low, uintptr_t High, size_t Size, uintptr_t Reach);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_NEARMEMORY_H
