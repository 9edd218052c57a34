//===- OwnUnits.h - Units that the runtime creates --------------*- C++ -*-===//
//
// Amounts that the runtime itself adds to events are counts in units of its
// own, so that code that reads counts needs no special case: the API, the log,
// profiles. Such a unit has one event with one site, a mark without a place,
// and one slot.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_OWNUNITS_H
#define UDPC_RUNTIME_EVENTS_OWNUNITS_H

#include "runtime/counts/Units.h"

namespace udpc {
namespace rt {

/// Creates and registers a unit of the event \p Event with the counter \p
/// Counter or -1; it is never freed. Reports show \p Site as the function. Null
/// if out of memory. Needs the StateLock.
UnitRecord *makeOwnUnit(const char *Event, int32_t Counter, const char *Site,
                        const char *Module);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_OWNUNITS_H
