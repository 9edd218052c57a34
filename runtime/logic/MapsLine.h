//===- MapsLine.h - A line of /proc/self/maps ------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_LOGIC_MAPSLINE_H
#define UDPC_RUNTIME_LOGIC_MAPSLINE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

struct Mapping {
  uintptr_t Start, End;
  /// As mprotect takes it.
  int Protection;
  /// Others see what is written there: the file, or other processes.
  bool IsShared;
  /// Within the line; "" for memory without a name.
  const char *Name;
};

/// Reads \p Line, which ends with NUL. False if it is none.
bool parseMapsLine(const char *Line, Mapping &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_MAPSLINE_H
