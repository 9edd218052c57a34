//===- OnTimes.h - How long the sites of events were on ---------*- C++ -*-===//
//
// Handles the extra events of the option `auto`. Used by EventReport.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_ONTIMES_H
#define UDPC_PROFDATA_EVENTS_ONTIMES_H

namespace udpc {

struct EventReport;

/// Removes events with abi::OnTimeSuffix, and sets ReportRow::OnTime of the
/// events that they belong to.
void joinOnTimes(EventReport &Report);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_ONTIMES_H
