//===- CountColumns.h - Columns of event counts -----------------*- C++ -*-===//
//
// Columns shared by the text outputs of `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
#define UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// One column for each event and rate, as wide as its widest cell. Events have
/// percentages; that by which rows are sorted has colours.
class CountColumns {
public:
  CountColumns(const Annotation &A, bool Percentages);

  /// Widens the columns for \p Counts; for groups also for the cumulative
  /// share.
  void measure(llvm::ArrayRef<int64_t> Counts,
               llvm::ArrayRef<int64_t> Cumulative = {});
  /// Omits what is least important until print() needs at most \p Width
  /// columns: the middle of long names, percentages but the sorted event's, its
  /// cumulative ones, all, then columns from the right but the sorted event's.
  void fit(size_t Width);
  /// Returns the same columns before measure(), with percentages.
  CountColumns withoutWidths() const;
  /// The number of columns that print() needs.
  size_t width() const;
  /// The names of what is shown.
  std::vector<std::string> names() const;

  void printHead(llvm::raw_ostream &OS) const;
  /// Prints \p Counts, followed by two spaces. The counts of the events
  /// \p Impossible are shown as dots.
  void print(llvm::raw_ostream &OS, llvm::ArrayRef<int64_t> Counts,
             llvm::ArrayRef<int64_t> Cumulative = {},
             const EventSet &Impossible = {}) const;
  /// Prints the cells of a line without costs.
  void printNone(llvm::raw_ostream &OS) const;

private:
  struct Column {
    size_t Event; ///< That of the counts, or the part of the rate.
    const EventRate *Rate = nullptr;
    bool HasShare = false, HasCumulative = false;
    size_t Count = 0;                 ///< The width of the widest number.
    size_t Number = 0;                ///< The width of numbers and the name.
    size_t Share = 0, Cumulative = 0; ///< Widths.

    size_t width() const;
  };
  bool isSorted(const Column &C) const;
  llvm::StringRef name(const Column &C) const;
  std::string number(const Column &C, llvm::ArrayRef<int64_t> Counts) const;
  std::string share(const Column &C, llvm::ArrayRef<int64_t> Counts) const;
  std::string cumulative(const Column &C, llvm::ArrayRef<int64_t> Counts) const;
  enum Shares { NoShare, SortedShare, SortedAndCumulative };
  std::vector<Column> firstColumns(size_t Number, Shares Kept) const;

  void printCoded(llvm::raw_ostream &OS, llvm::StringRef Cell,
                  double Percent) const;
  static void printNone(llvm::raw_ostream &OS, const Column &C);

  const Annotation &A;
  bool Percentages;
  std::vector<Column> Columns;
};

/// Returns \p Text with control characters escaped
/// (profdata/support/ShownText.h) and tabs expanded.
std::string printable(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
