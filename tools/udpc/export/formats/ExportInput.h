//===- ExportInput.h - What formats of udpc export are made of --*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H

#include "profdata/cache/CachegrindFile.h"
#include "profdata/events/EventFilter.h"
#include "profdata/log/Log.h"
#include "profdata/rows/ProfileRows.h"
#include "tools/udpc/profiles/ProfileSum.h"

namespace udpc {

/// The profiles or logs that a format is written from, and what is selected of
/// them.
struct ExportInput {
  const ProfileSum &Sum; ///< Of a kind that the format can be written from.
  const Log *Samples;    ///< If the files are logs; Sum is empty then.
  const CachegrindFile::Options &Options; ///< For cache profiles.
  const EventFilter &Filter;
  bool Lines;                     ///< --lines.
  std::optional<uint32_t> Thread; ///< --thread, for logs.
  RowBatch Batch = {};            ///< For rows.
  RowOptions Rows = {};

  /// The events of an event profile that the filter selects. Fails if there are
  /// none.
  llvm::Expected<EventReport> report() const;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTINPUT_H
