//===- OwnUnits.h - Units that the runtime makes ----------------*- C++ -*-===//
//
// What the runtime itself adds to events is counted in units of its own, so
// that whatever reads counts reads these, too: the API, the log, profiles. Such
// a unit has one event with one site, a mark without a place, and one slot.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_OWNUNITS_H
#define UDPC_RUNTIME_EVENTS_OWNUNITS_H

#include "runtime/counts/Units.h"

namespace udpc {
namespace rt {

/// A unit of the event \p Event with the number \p Counter or -1, registered;
/// it never goes away. Reports show \p Site as the function. Null without
/// memory. Needs the StateLock.
UnitRecord *makeOwnUnit(const char *Event, int32_t Counter, const char *Site,
                        const char *Module);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_OWNUNITS_H
