//===- ExportInput.h - Input of udpc export's formats --------- -*- C++ -*-===//
//
// The data that Export.cpp reads and that each format writes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H

#include "profdata/events/EventFilter.h"
#include "profdata/log/Log.h"
#include "profdata/open/ProfileSum.h"

namespace udpc {

/// The options of the formats that write rows.
struct RowSettings {
  llvm::ArrayRef<std::string> Files; ///< The files of the profiles.
  std::optional<std::string> Host;   ///< --host.
  std::optional<uint64_t> Time;      ///< --time.
  bool Threads = false;              ///< --threads.
};

/// The profiles or logs that a format is written from, and the selection.
struct ExportInput {
  const ProfileSum &Sum;      ///< Profiles of a kind that suits the format.
  const Log *Samples;         ///< Set for logs; Sum is then empty.
  const CostOptions &Options; ///< For cache profiles.
  const EventFilter &Filter;
  bool Lines;                     ///< --lines.
  std::optional<uint32_t> Thread; ///< --thread, for logs.
  RowSettings Rows = {};

  /// Returns the events of an event profile that the filter selects. Fails if
  /// there are none.
  llvm::Expected<EventReport> report() const;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H
