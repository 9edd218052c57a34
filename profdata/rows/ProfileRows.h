//===- ProfileRows.h - Profiles as rows of a table --------------*- C++ -*-===//
//
// Converts profiles to one row for each count, for databases
// (docs/fleet.md#rows). Used by `udpc export`, `udpc query` and `udpc collect`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ROWS_PROFILEROWS_H
#define UDPC_PROFDATA_ROWS_PROFILEROWS_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/events/EventProfile.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// One count.
struct ProfileRow {
  std::string Module;
  std::string Event;    ///< An event of the spec, or a cost: Ir, D1mr, ...
  std::string Command;  ///< inc or dec; "" for costs.
  std::string Kind;     ///< The kind of the site; "cost" for costs.
  std::string File;     ///< "" if unknown.
  uint32_t Line = 0;    ///< 0 if unknown.
  uint32_t Column = 0;  ///< 0 for the whole line.
  std::string Function; ///< Demangled; "" for a line of several functions.
  int64_t Thread = -1;  ///< -1 for all threads.
  int64_t Count = 0;    ///< Never 0.
};

/// The event of an extra row for each module with counts: the number of runs
/// that the profile adds up.
constexpr llvm::StringLiteral RunsEvent = "(runs)";

struct RowOptions {
  /// Whether to make rows for each thread. Threads beyond `max_threads` are
  /// thread -2.
  bool Threads = false;
};

/// Return rows sorted by all fields in their order; no two rows differ only in
/// the count. Counts saturate at 2^63 - 1.
std::vector<ProfileRow> rowsOf(const EventProfile &Profile, RowOptions Options);
std::vector<ProfileRow> rowsOf(const CacheProfile &Profile, RowOptions Options);

/// The common fields of all rows of a batch.
struct RowBatch {
  uint64_t Time = 0; ///< Seconds since 1970.
  std::string Host;
  /// The command line; "" if runs of several programs are added up.
  std::string Program;
  /// Identifies the batch, so that one that is sent twice is recognised.
  std::string Batch;
  /// Each module's build ID in hexadecimal; missing if unknown.
  std::map<std::string, std::string> BuildIds;
};

enum class RowFormat {
  Json, ///< An object on each line, like ClickHouse's JSONEachRow.
  Tsv   ///< Tabs between fields, with a line of names; \t, \n, \\ are escaped.
};

void printRows(llvm::raw_ostream &OS, RowFormat Format, const RowBatch &Batch,
               llvm::ArrayRef<ProfileRow> Rows);
/// Returns the line of names that precedes rows in the format Tsv.
llvm::StringRef rowHeader();

} // namespace udpc

#endif // UDPC_PROFDATA_ROWS_PROFILEROWS_H
