//===- BuildId.h - The build IDs of loaded files ----------------*- C++ -*-===//
//
// Reads the build IDs by which output names, small profiles and logs identify
// files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_MODULES_BUILDID_H
#define UDPC_RUNTIME_MODULES_BUILDID_H

#include <stdint.h>

namespace udpc {
namespace rt {

constexpr unsigned MaxBuildId = 64;

/// Stores the build ID of the ELF file that is mapped at \p Base. Returns its
/// size; 0 if it has none or cannot be read, also if nothing is mapped there.
unsigned readBuildId(uintptr_t Base, uint8_t (&Id)[MaxBuildId]);

/// Stores the build ID of the executable like readBuildId().
unsigned readExecutableBuildId(uint8_t (&Id)[MaxBuildId]);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_BUILDID_H
