//===- SkippedSource.h - Source without code --------------------*- C++ -*-===//
//
// Coverage records list the comments, empty lines and parts that #if leaves out
// of each function. clang searches all comments of the unit for each function,
// which takes most of its time on large units. So the clang plugin
// (clang-plugin/SourceWithoutCode.h) writes them once, as the initialiser of
// SkippedSourceVariable, and the passes distribute them to the records
// (passes/sites/lines/SkippedRegions.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_SKIPPEDSOURCE_H
#define UDPC_IR_SKIPPEDSOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// An internal constant array of bytes. Like all markers it is removed in any
/// case (Markers.h).
inline constexpr llvm::StringLiteral SkippedSourceVariable = "__udpc_skipped";

struct SourceExtent {
  unsigned LineStart = 0, ColumnStart = 0, LineEnd = 0, ColumnEnd = 0;

  auto asTuple() const {
    return std::tie(LineStart, ColumnStart, LineEnd, ColumnEnd);
  }
  bool operator==(const SourceExtent &O) const {
    return asTuple() == O.asTuple();
  }
  bool operator<(const SourceExtent &O) const {
    return asTuple() < O.asTuple();
  }
};

/// One inclusion of a file. #if may leave out other parts in each.
struct SkippedSource {
  /// The names of the file in the unit: absolute or relative to the folder of
  /// the compilation.
  std::vector<std::string> Files;
  /// Where the #include names it; 0 for the main file.
  unsigned Line = 0, Column = 0;
  /// As clang's records have them; sorted.
  std::vector<SourceExtent> Extents;
  /// What #if leaves out, as the records have them that clang writes without
  /// comments and empty lines. Extents has them as well, some with the comments
  /// next to them; sorted.
  std::vector<SourceExtent> Conditionals;
  /// The first and the last line of macro definitions with some of Extents
  /// inside: those do not belong to the code that the macro expands to.
  std::vector<std::pair<unsigned, unsigned>> Macros;
};

/// The value of the variable.
std::string encodeSkippedSource(llvm::ArrayRef<SkippedSource> Inclusions);
llvm::Expected<std::vector<SkippedSource>>
decodeSkippedSource(llvm::StringRef Bytes);

} // namespace udpc

#endif // UDPC_IR_SKIPPEDSOURCE_H
