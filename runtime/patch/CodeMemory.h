//===- CodeMemory.h - Makes code temporarily writable -----------*- C++ -*-===//
//
// Unprotects the pages of sites while Patcher changes them. All functions need
// the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_CODEMEMORY_H
#define UDPC_RUNTIME_PATCH_CODEMEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Makes the memory of all sites that are changing writable if the system
/// allows it. It stays executable, because other threads run in it.
void openCode();
/// Returns 0 if \p Size bytes at \p Address can be written now, otherwise an
/// errno.
int codeError(uintptr_t Address, size_t Size);
/// Restores the protection; warns once about memory that could not be made
/// writable.
void closeCode();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_CODEMEMORY_H
