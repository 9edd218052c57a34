//===- CountColumns.h - Columns of event counts -----------------*- C++ -*-===//
//
// Columns shared by the text outputs of `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
#define UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H

#include "profdata/annotate/Annotation.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

/// One column for each event, as wide as its widest cell, with percentages and
/// colours that depend on them.
class CountColumns {
public:
  CountColumns(const Annotation &A, bool Percentages, llvm::ColorMode Color);

  /// Widens the columns for \p Counts; for groups also for the cumulative
  /// share.
  void measure(llvm::ArrayRef<int64_t> Counts,
               llvm::ArrayRef<int64_t> Cumulative = {});

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
    size_t Event;
    size_t Number, Share = 0, Cumulative = 0; ///< Widths.
  };
  std::string number(int64_t Count) const;
  std::string share(int64_t Count, size_t Event) const;
  /// Used only for the event that rows are sorted by.
  std::string cumulative(llvm::ArrayRef<int64_t> Counts, size_t Event) const;

  static void printNone(llvm::raw_ostream &OS, const Column &C);

  const Annotation &A;
  bool Percentages;
  llvm::ColorMode Color;
  std::vector<Column> Columns;
};

/// Returns \p Text with control characters escaped
/// (profdata/support/ShownText.h) and tabs expanded.
std::string printable(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
