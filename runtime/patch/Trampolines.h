//===- Trampolines.h - Code near the sites ---------------------*- C++ -*-===//
//
// Allocates trampolines within a jump's reach of their sites. The memory is
// writable only while trampolines are written.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_TRAMPOLINES_H
#define UDPC_RUNTIME_PATCH_TRAMPOLINES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns TrampolineSize bytes within reach of \p Site; null if there is no
/// room.
uint8_t *allocateTrampoline(uintptr_t Site);
void releaseTrampoline(uint8_t *Trampoline);

/// Writes \p Code to \p Trampoline. Returns 0 or an errno.
int writeTrampoline(uint8_t *Trampoline, const uint8_t *Code);
/// Makes trampolines executable only. To be called after the last
/// writeTrampoline, before anything jumps to them.
void closeTrampolines();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_TRAMPOLINES_H
