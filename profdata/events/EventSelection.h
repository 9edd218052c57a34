//===- EventSelection.h - A profile of some events and sites ----*- C++ -*-===//
//
// Reduces a profile to what a filter selects. Used by `udpc merge`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTSELECTION_H
#define UDPC_PROFDATA_EVENTS_EVENTSELECTION_H

#include "profdata/events/EventFilter.h"
#include "profdata/events/EventProfile.h"

namespace udpc {

/// Returns a profile whose report is the part of the report of \p Profile that
/// \p Filter selects. Its tables have only the matching sites and the slots
/// that these need. They keep all entries of the remaining events with the
/// number of sites that they matched: whether an entry matched anything is a
/// property of the program, not of the selection.
EventProfile selectEvents(const EventProfile &Profile,
                          const EventFilter &Filter);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTSELECTION_H
