//===- BuildId.h - The build IDs of loaded files ----------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_MODULES_BUILDID_H
#define UDPC_RUNTIME_MODULES_BUILDID_H

#include <stdint.h>

namespace udpc {
namespace rt {

constexpr unsigned MaxBuildId = 64;

/// Stores the build ID of the ELF file that is mapped at \p Base. Returns its
/// size; 0 if it has none or cannot be read. Nothing need be mapped there.
unsigned readBuildId(uintptr_t Base, uint8_t (&Id)[MaxBuildId]);

/// The same for the executable.
unsigned readExecutableBuildId(uint8_t (&Id)[MaxBuildId]);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_BUILDID_H
