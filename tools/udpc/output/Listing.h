//===- Listing.h - A table that can be sorted and cut ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_LISTING_H
#define UDPC_TOOLS_UDPC_OUTPUT_LISTING_H

#include "tools/udpc/output/Tables.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// A cell: what it shows, and what it is sorted by.
struct ListingCell {
  std::string Text;
  std::string Key;        ///< Compared first.
  long double Number = 0; ///< Holds all of an int64_t.

  static ListingCell text(llvm::StringRef Text);
  static ListingCell count(int64_t Count);
  /// \p Part as a percentage of \p Whole; of nothing, empty and the least.
  static ListingCell share(int64_t Part, int64_t Whole);
};

struct ListingColumn {
  std::string Name;
  Table::Align Align;
  enum Order { Ascending, Descending } Order = Ascending;
};

class Listing {
public:
  explicit Listing(std::vector<ListingColumn> Columns)
      : Columns(std::move(Columns)) {}
  void add(std::vector<ListingCell> Cells) { Rows.push_back(std::move(Cells)); }

  /// Sorts by the columns in \p Names, separated by commas; rows that are equal
  /// stay in their order. The error names the columns that there are.
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
