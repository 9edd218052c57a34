//===- TableOrigins.h - The files that contain tables -----------*- C++ -*-===//
//
// With tables=0 profiles refer to the tables in the program's files
// (udpc/references.h). Needs the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_TABLEORIGINS_H
#define UDPC_RUNTIME_COUNTS_TABLEORIGINS_H

#include "runtime/counts/Units.h"
#include "runtime/modules/BuildId.h"

namespace udpc {
namespace rt {

/// The location of a table in a file.
struct TableOrigin {
  uint64_t Address; ///< Address relative to the file's ELF header.
  unsigned IdSize;  ///< Size of the file's build ID.
  uint8_t Id[MaxBuildId];
};

/// A table of a library that was closed.
struct TableCopy {
  const uint8_t *Begin;
  TableOrigin Origin; ///< IdSize is 0 if it is unknown.
};

/// Finds the mapped files for the next calls of findOrigin and copyTable; none
/// unless tables=0.
void findTableFiles();

/// Finds the location of \p Table, which belongs to \p U. False if it is not in
/// a file with a build ID.
bool findOrigin(const UnitRecord &U, const void *Table, TableOrigin &Origin);

/// Copies the \p Size bytes of \p Table of \p U, which is about to be unmapped,
/// and stores their location. To be called after findTableFiles. Null if out of
/// memory.
const uint8_t *copyTable(UnitRecord &U, const uint8_t *Table, size_t Size);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_TABLEORIGINS_H
