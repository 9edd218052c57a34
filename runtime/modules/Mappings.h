//===- Mappings.h - The memory mappings of the process ----------*- C++ -*-===//
//
// Reads /proc/self/maps: to name the modules of units and logs, and to find
// build IDs and code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_MODULES_MAPPINGS_H
#define UDPC_RUNTIME_MODULES_MAPPINGS_H

#include "runtime/modules/MapsLine.h"

namespace udpc {
namespace rt {

/// Calls \p Visit with each mapping, sorted by address, and \p Data. Returns
/// false without /proc. The name of a mapping is valid during the call. Needs
/// the StateLock, which guards the buffer.
bool visitMappings(void (*Visit)(const Mapping &, void *Data), void *Data);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_MODULES_MAPPINGS_H
