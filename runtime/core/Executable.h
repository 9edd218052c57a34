//===- Executable.h - The program headers of the executable ----*- C++ -*-===//

#ifndef UDPC_RUNTIME_CORE_EXECUTABLE_H
#define UDPC_RUNTIME_CORE_EXECUTABLE_H

#include <stdint.h>

namespace udpc {
namespace rt {

struct AddressRange {
  uintptr_t Begin, End;
  bool contains(const void *Pointer) const {
    auto Address = reinterpret_cast<uintptr_t>(Pointer);
    return Address >= Begin && Address < End;
  }
};

/// Where the executable is loaded. Empty if unknown.
AddressRange executable();

/// Whether the executable is linked with a runtime, which it may hide from its
/// libraries: the runtime has an ELF note.
bool executableHasRuntime();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_EXECUTABLE_H
