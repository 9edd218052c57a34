//===- Listing.h - A table with sorting and limits --------------*- C++ -*-===//
//
// A table for commands with --sort and --limit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_LISTING_H
#define UDPC_TOOLS_UDPC_OUTPUT_LISTING_H

#include "tools/udpc/output/Tables.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// A cell: its text and its sort key.
struct ListingCell {
  std::string Text;
  std::string Key;        ///< Compared first.
  long double Number = 0; ///< Exact for any int64_t.

  static ListingCell text(llvm::StringRef Text);
  static ListingCell count(int64_t Count);
  /// Returns \p Part as a percentage of \p Whole; if that is 0, an empty cell
  /// that sorts as the least.
  static ListingCell share(int64_t Part, int64_t Whole);
};

/// A column and its default order.
struct ListingColumn {
  std::string Name;
  Table::Align Align;
  enum Order { Ascending, Descending } Order = Ascending;
};

/// Rows that are sorted and then printed up to a limit.
class Listing {
public:
  explicit Listing(std::vector<ListingColumn> Columns)
      : Columns(std::move(Columns)) {}
  void add(std::vector<ListingCell> Cells) { Rows.push_back(std::move(Cells)); }

  /// Sorts stably by the columns in \p Names, separated by commas. Errors list
  /// the valid columns.
  llvm::Error sort(llvm::StringRef Names);
  size_t size() const { return Rows.size(); }
  /// Prints the first \p Limit rows.
  void print(llvm::raw_ostream &OS, size_t Limit) const;

private:
  std::vector<ListingColumn> Columns;
  std::vector<std::vector<ListingCell>> Rows;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_LISTING_H
