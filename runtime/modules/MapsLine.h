//===- MapsLine.h - A line of /proc/self/maps ------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_MODULES_MAPSLINE_H
#define UDPC_RUNTIME_MODULES_MAPSLINE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

struct Mapping {
  uintptr_t Start, End;
  /// Of Start, in the file; 0 if there is none.
  uintptr_t Offset;
  /// Protection flags of mprotect.
  int Protection;
  /// A shared mapping: writes change the file or other processes.
  bool IsShared;
  /// Within the line; "" for memory without a name.
  const char *Name;
};

/// Parses \p Line, which is NUL-terminated. False if it is malformed.
bool parseMapsLine(const char *Line, Mapping &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_MAPSLINE_H
