//===- Executable.h - The program headers of the executable ----*- C++ -*-===//

#ifndef UDPC_RUNTIME_MODULES_EXECUTABLE_H
#define UDPC_RUNTIME_MODULES_EXECUTABLE_H

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

/// Where the executable is loaded. Empty if unknown.
LoadedRange executable();

/// Whether the executable is linked with a runtime, which it may hide from its
/// libraries: the runtime has an ELF note.
bool executableHasRuntime();

/// Whether the runtime is in a namespace (dlmopen) without the executable,
/// which has a C library of its own. Reads the list of loaded modules.
bool isInOtherNamespace();

/// The options with which the executable was linked, otherwise those of the
/// first library that has some, otherwise "". Reads the list of loaded modules.
const char *linkedOptions();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_EXECUTABLE_H
