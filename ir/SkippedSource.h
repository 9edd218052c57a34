//===- SkippedSource.h - Source without code --------------------*- C++ -*-===//
//
// Coverage records list the comments, empty lines and parts excluded by #if of
// each function. clang searches all comments of the unit for each function,
// which takes most of its time on large units. So the clang plugin
// (clang-plugin/SourceWithoutCode.h) writes them once, as the initialiser of
// SkippedSourceVariable, and the passes distribute them to the records
// (passes/sites/lines/SkippedRegions.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The name of an internal constant array of bytes. removeMarkers (Markers.h)
/// removes it.
inline constexpr llvm::StringLiteral SkippedSourceVariable = "__udpc_skipped";

/// A range of source text without code.
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

/// The source without code of one inclusion of a file. Inclusions may differ in
/// what #if excludes.
struct SkippedSource {
  /// The names of the file in the unit: absolute or relative to the folder of
  /// the compilation.
  std::vector<std::string> Files;
  /// The position of the #include; 0 for the main file.
  unsigned Line = 0, Column = 0;
  /// All source without code, as in clang's records; sorted.
  std::vector<SourceExtent> Extents;
  /// The parts excluded by #if, as in the records that clang writes without
  /// comments and empty lines; sorted. Extents also contains them, some merged
  /// with adjacent comments.
  std::vector<SourceExtent> Conditionals;
  /// The first and last lines of macro definitions that contain some of
  /// Extents: those extents do not belong to the code that the macro expands
  /// to.
  std::vector<std::pair<unsigned, unsigned>> Macros;
};

/// Encodes \p Inclusions as the value of SkippedSourceVariable.
std::string encodeSkippedSource(llvm::ArrayRef<SkippedSource> Inclusions);
/// Decodes the value of SkippedSourceVariable. Fails if it is malformed.
llvm::Expected<std::vector<SkippedSource>>
decodeSkippedSource(llvm::StringRef Bytes);

} // namespace udpc

#endif // UDPC_IR_SKIPPEDSOURCE_H
