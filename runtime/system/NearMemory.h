//===- NearMemory.h - Memory within a jump's reach --------------*- C++ -*-===//
//
// Finds memory for trampolines and for the code of plans.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_NEARMEMORY_H
#define UDPC_RUNTIME_SYSTEM_NEARMEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Maps \p Size bytes of zeroed memory such that any of its bytes and any
/// address from \p Low to before \p High are less than \p Reach apart. Null if
/// there is no room.
uint8_t *mapNear(uintptr_t Low, uintptr_t High, size_t Size, uintptr_t Reach);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_NEARMEMORY_H
