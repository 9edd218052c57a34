//===- EventSelection.h - A profile of some events and sites ---*- C++ -*-===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTSELECTION_H
#define UDPC_PROFDATA_EVENTS_EVENTSELECTION_H

#include "profdata/events/EventFilter.h"
#include "profdata/events/EventProfile.h"

namespace udpc {

/// A profile whose report is what \p Filter leaves of the report of \p Profile.
/// Its tables have only the sites that match and the slots that these need, and
/// all entries of events that are left with the number of sites that they
/// matched: that an entry matched nothing is true of the program, not of what
/// is selected.
EventProfile selectEvents(const EventProfile &Profile,
                          const EventFilter &Filter);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTSELECTION_H
