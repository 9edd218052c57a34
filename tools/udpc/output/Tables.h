//===- Tables.h - Text in columns -------------------------------*- C++ -*-===//
//
// Tables and formatted values in the output of all commands.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_TABLES_H
#define UDPC_TOOLS_UDPC_OUTPUT_TABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Prints rows of cells in columns of the necessary width. Control characters
/// are escaped (profdata/support/ShownText.h).
class Table {
public:
  /// Fixed: as Left, but never shortened.
  enum Align { Left, Right, Fixed };
  /// Spaces between columns.
  static constexpr size_t Gap = 2;
  /// Without \p Heads the table has no header.
  Table(llvm::ArrayRef<std::string> Heads, llvm::ArrayRef<Align> Aligns)
      : Aligns(Aligns), HasHeader(!Heads.empty()) {
    if (HasHeader)
      Rows.push_back(Heads.vec());
  }
  /// Adds a row, which may have fewer cells than there are columns.
  void add(std::vector<std::string> Cells) { Rows.push_back(std::move(Cells)); }
  /// Limits column widths unless the table is fitted to a terminal. A longer
  /// cell shifts the rest of its row.
  void setMaxWidth(size_t Width) { MaxWidth = Width; }
  /// Makes print() divide a table that is too wide into several, which all have
  /// the first \p Columns.
  void setKeys(size_t Columns) { NumKeys = Columns; }
  /// Prints the table. The header is bold if \p OS has colours. On a terminal
  /// that is too narrow columns without cells are omitted, and the widest
  /// columns are shortened: of text their cells (Elision.h), of numbers their
  /// heading.
  void print(llvm::raw_ostream &OS) const;
  /// The same, with rows of at most \p Columns if possible.
  void print(llvm::raw_ostream &OS, size_t Columns) const;

private:
  struct Layout;
  void fit(Layout &L, size_t Columns) const;
  std::vector<std::vector<size_t>> parts(const Layout &L, size_t Columns) const;
  void printPart(llvm::raw_ostream &OS, const Layout &L,
                 llvm::ArrayRef<size_t> Part) const;

  std::vector<Align> Aligns;
  bool HasHeader;
  size_t MaxWidth = SIZE_MAX, NumKeys = 0;
  std::vector<std::vector<std::string>> Rows;
};

/// Returns "file:line:column" without parts that are 0. Paths below the current
/// folder are relative to it.
std::string placeText(llvm::StringRef File, unsigned Line, unsigned Column);

/// Returns a field quoted as in RFC 4180. Control characters
/// (profdata/support/ShownText.h) and newlines are escaped.
std::string csvField(llvm::StringRef Text);

/// Formats 1234567 as "1,234,567".
std::string grouped(int64_t Count);
/// Formats a percentage: "12.3%", or "" if the whole is 0.
std::string percent(int64_t Part, int64_t Whole);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_TABLES_H
