//===- CountColumns.h - Counts of events in columns ------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
#define UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H

#include "profdata/annotate/Annotation.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

/// One column an event, as wide as what was measured, with shares of the whole,
/// coloured by them.
class CountColumns {
public:
  CountColumns(const Annotation &A, bool Percentages, llvm::ColorMode Color);

  /// Makes room for \p Counts; for those of groups also for the share of what
  /// has come so far.
  void measure(llvm::ArrayRef<int64_t> Counts,
               llvm::ArrayRef<int64_t> Cumulative = {});

  void printHead(llvm::raw_ostream &OS) const;
  /// What follows in the line is two spaces away. With \p Known, the counts of
  /// other events are not shown.
  void print(llvm::raw_ostream &OS, llvm::ArrayRef<int64_t> Counts,
             llvm::ArrayRef<int64_t> Cumulative = {},
             const std::set<size_t> *Known = nullptr) const;
  /// What stands beside lines without costs.
  void printNone(llvm::raw_ostream &OS) const;

private:
  struct Column {
    size_t Event;
    size_t Number, Share = 0, Cumulative = 0; ///< Widths.
  };
  std::string number(int64_t Count) const;
  std::string share(int64_t Count, size_t Event) const;
  /// Only for the event that rows are sorted by it says something.
  std::string cumulative(llvm::ArrayRef<int64_t> Counts, size_t Event) const;

  static void printNone(llvm::raw_ostream &OS, const Column &C);

  const Annotation &A;
  bool Percentages;
  llvm::ColorMode Color;
  std::vector<Column> Columns;
};

/// \p Text with what a terminal would take for a command escaped
/// (profdata/ShownText.h), and tabs as spaces.
std::string printable(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_COUNTCOLUMNS_H
