//===- Trampolines.h - Code near the sites ---------------------*- C++ -*-===//
//
// Allocates trampolines within a jump's reach of their sites. The memory is
// writable only while trampolines are written.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_TRAMPOLINES_H
#define UDPC_RUNTIME_PATCH_TRAMPOLINES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// TrampolineSize bytes in reach of \p Site; null if there is no room.
uint8_t *allocateTrampoline(uintptr_t Site);
void releaseTrampoline(uint8_t *Trampoline);

/// Writes \p Code there. Returns an errno.
int writeTrampoline(uint8_t *Trampoline, const uint8_t *Code);
/// To be called after the last writeTrampoline, before anything jumps there.
void closeTrampolines();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_TRAMPOLINES_H
