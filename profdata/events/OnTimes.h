//===- OnTimes.h - How long the sites of events were on ---------*- C++ -*-===//

#ifndef UDPC_PROFDATA_EVENTS_ONTIMES_H
#define UDPC_PROFDATA_EVENTS_ONTIMES_H

namespace udpc {

struct EventReport;

/// Joins events with abi::OnTimeSuffix to those whose times they are, as
/// ReportRow::OnTime.
void joinOnTimes(EventReport &Report);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_ONTIMES_H
