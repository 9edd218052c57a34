//===- CodeMemory.h - Making code writable for a moment --------*- C++ -*-===//
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_CODEMEMORY_H
#define UDPC_RUNTIME_PATCH_CODEMEMORY_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Makes the memory of all sites that are changing writable, as far as the
/// system lets us. It stays executable: the program runs in it.
void openCode();
/// 0 if \p Size bytes at \p Address can be written now, else an errno.
int codeError(uintptr_t Address, size_t Size);
/// Takes the right to write back; warns, once, of what could not be opened.
void closeCode();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_CODEMEMORY_H
