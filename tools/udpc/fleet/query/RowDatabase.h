//===- RowDatabase.h - Rows in SQLite ---------------------------*- C++ -*-===//
//
// The SQLite database behind `udpc query`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_FLEET_QUERY_ROWDATABASE_H
#define UDPC_TOOLS_UDPC_FLEET_QUERY_ROWDATABASE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

struct sqlite3;

namespace udpc {

/// A SQLite database with the rows of profiles (profdata/rows/ProfileRows.h) in
/// the table `counts`, whose columns are the fields of rows.
class RowDatabase {
public:
  /// Opens \p File, which is created if it does not exist; "" for a database in
  /// memory.
  static llvm::Expected<RowDatabase> open(llvm::StringRef File);
  RowDatabase(RowDatabase &&) = default;
  ~RowDatabase();

  /// Adds \p Text, rows as JSON, one a line; \p Name is for messages. Skips
  /// rows of a batch that is already there, and adds no rows if one is invalid.
  llvm::Error addRows(llvm::StringRef Text, llvm::StringRef Name);

  struct Result {
    std::vector<std::string> Columns;
    std::vector<std::vector<std::string>> Rows;
  };
  /// Returns the result of the statement \p Sql, which may only read.
  llvm::Expected<Result> query(const std::string &Sql);

private:
  struct Closer {
    void operator()(sqlite3 *Handle) const;
  };
  explicit RowDatabase(sqlite3 *Handle) : Handle(Handle) {}
  llvm::Error execute(const char *Sql);
  llvm::Error failed(llvm::StringRef What);

  std::unique_ptr<sqlite3, Closer> Handle;
};

/// Returns \p Text as a string literal of SQL.
std::string sqlText(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FLEET_QUERY_ROWDATABASE_H
