//===- Executable.h - The headers of the executable -------------*- C++ -*-===//
//
// Finds the executable's place in memory, and ELF notes in loaded modules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_MODULES_EXECUTABLE_H
#define UDPC_RUNTIME_MODULES_EXECUTABLE_H

#include <link.h>
#include <stdint.h>

namespace udpc {
namespace rt {

struct LoadedRange {
  uintptr_t Begin, End;
  bool contains(const void *Pointer) const {
    auto Address = reinterpret_cast<uintptr_t>(Pointer);
    return Address >= Begin && Address < End;
  }
};

/// Returns the range at which the executable is loaded. Empty if unknown.
LoadedRange executable();

/// The content of an ELF note (elf(5)); Bytes is null if there is no such note.
struct NoteContent {
  const uint8_t *Bytes;
  uint32_t Size;
};

/// Returns the content of the note of \p Owner with \p Type in the segment \p H
/// of a module at \p Bias.
NoteContent findNote(const char *Owner, uint32_t Type, const ElfW(Phdr) & H,
                     uintptr_t Bias);

/// Returns whether the executable is linked with a runtime, which it may hide
/// from its libraries. The runtime's ELF note tells.
bool executableHasRuntime();

/// Returns whether the runtime is in a namespace (dlmopen) without the
/// executable, which has its own C library. Reads the list of loaded modules.
bool isInOtherNamespace();

/// Returns the options with which the executable was linked, otherwise those of
/// the first library that has some, otherwise "". Reads the list of loaded
/// modules.
const char *linkedOptions();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_EXECUTABLE_H
