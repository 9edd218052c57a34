//===- MapsLine.h - A line of /proc/self/maps -------------------*- C++ -*-===//
//
// Parses the lines that Mappings.cpp reads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_MODULES_MAPSLINE_H
#define UDPC_RUNTIME_MODULES_MAPSLINE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// A memory mapping of the process.
struct Mapping {
  uintptr_t Start, End;
  /// File offset of Start; 0 if there is no file.
  uintptr_t Offset;
  /// Protection flags of mprotect.
  int Protection;
  /// Whether the mapping is shared: writes change the file or other processes.
  bool IsShared;
  /// Name or path, within the line; "" for memory without a name.
  const char *Name;
};

/// Parses \p Line, which is NUL-terminated. False if it is malformed.
bool parseMapsLine(const char *Line, Mapping &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_MAPSLINE_H
