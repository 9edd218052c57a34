//===- TableOrigins.h - The files that tables are in ------------*- C++ -*-===//
//
// With tables=0 profiles refer to the tables in the program's files
// (udpc/references.h). Needs the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_TABLEORIGINS_H
#define UDPC_RUNTIME_COUNTS_TABLEORIGINS_H

#include "runtime/counts/Units.h"
#include "runtime/modules/BuildId.h"

namespace udpc {
namespace rt {

/// Where a file has something.
struct TableOrigin {
  uint64_t Address; ///< Relative to its ELF header.
  unsigned IdSize;  ///< Of its build ID.
  uint8_t Id[MaxBuildId];
};

/// A table of a library that was closed.
struct TableCopy {
  const uint8_t *Begin;
  TableOrigin Origin; ///< IdSize is 0 if it is unknown.
};

/// Finds the files that are mapped, for the next calls of findOrigin and
/// copyTable: none, unless tables=0.
void findTableFiles();

/// False if \p Table, of \p U, is not in a file that has a build ID.
bool findOrigin(const UnitRecord &U, const void *Table, TableOrigin &Origin);

/// Copies the \p Size bytes of \p Table of \p U, which is about to be unmapped,
/// and where they were. After findTableFiles. Null without memory.
const uint8_t *copyTable(UnitRecord &U, const uint8_t *Table, size_t Size);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_TABLEORIGINS_H
