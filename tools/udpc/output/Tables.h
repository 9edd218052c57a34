//===- Tables.h - Text in columns ------------------------------*- C++ -*-===//

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

/// Rows of cells that are printed in columns as wide as they need to be. What
/// terminals would take for commands is escaped (profdata/ShownText.h).
class Table {
public:
  enum Align { Left, Right };
  Table(llvm::ArrayRef<std::string> Heads, llvm::ArrayRef<Align> Aligns)
      : Aligns(Aligns) {
    Rows.push_back(Heads.vec());
  }
  void add(std::vector<std::string> Cells) { Rows.push_back(std::move(Cells)); }
  /// A cell that is longer widens no column: what follows in its row stands
  /// further right.
  void setMaxWidth(size_t Width) { MaxWidth = Width; }
  /// The head is bold where \p OS shows colours.
  void print(llvm::raw_ostream &OS) const;

private:
  std::vector<Align> Aligns;
  size_t MaxWidth = SIZE_MAX;
  std::vector<std::vector<std::string>> Rows;
};

/// "file:line:column", as far as they are not 0. For people: paths below the
/// current folder are shown relative to it.
std::string placeText(llvm::StringRef File, unsigned Line, unsigned Column);

/// As RFC 4180 quotes it. Characters that are for terminals are escaped
/// (profdata/ShownText.h), ends of lines as well.
std::string csvField(llvm::StringRef Text);

/// 1234567 as "1,234,567".
std::string grouped(int64_t Count);
/// "12.3%", or "" of nothing.
std::string percent(int64_t Part, int64_t Whole);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_TABLES_H
