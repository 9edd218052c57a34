//===- LineStatements.h - The statements of a line -------------*- C++ -*-===//
//
// The clang plugin's data on the statements of lines that the spec names, for
// messages of LineSites.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_LINESTATEMENTS_H
#define UDPC_PASSES_SITES_LINES_LINESTATEMENTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

struct LineStatements {
  /// The columns at which statements begin, in order.
  std::vector<unsigned> Columns;
  /// The position of the statement that the line belongs to if none begins in
  /// it; 0 if unknown.
  unsigned AroundLine = 0, AroundColumn = 0;

  /// The text `; its 2 statements begin at columns 3 and 8`, or "" for one or
  /// none.
  std::string inWords() const;
};

/// The statements of line \p Line in \p File, an absolute path, of all
/// functions of \p M.
LineStatements statementsAt(const llvm::Module &M, llvm::StringRef File,
                            unsigned Line);

/// Parses a value of StatementsAttribute (Markers.h) and adds its data on \p
/// Line to \p To.
void readStatements(llvm::StringRef Value, unsigned Line, LineStatements &To);

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_LINESTATEMENTS_H
