//===- TableReference.h - References to tables ------------------*- C++ -*-===//
//
// Small profiles have references (udpc/references.h) in place of site tables
// and cost tables, which are in the program's files. Used by the readers of
// profiles; ModuleTables finds the tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_TABLEREFERENCE_H
#define UDPC_PROFDATA_TABLES_TABLEREFERENCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// A parsed reference.
struct TableReference {
  /// The header as in the table.
  std::string Header;
  uint64_t TableSize = 0;
  /// The address relative to the ELF header of the module.
  uint64_t Address = 0;
  llvm::StringRef BuildId; ///< Bytes.

  /// Whether \p Bytes begin like a reference.
  static bool isReference(llvm::StringRef Bytes);
  /// Parses \p Bytes, which may be hostile and may continue after the
  /// reference. The table's header has \p HeaderSize bytes. The result
  /// references \p Bytes.
  static llvm::Expected<TableReference> parse(llvm::StringRef Bytes,
                                              size_t HeaderSize);
};

/// Finds the tables of references.
class TableSource {
public:
  virtual ~TableSource() = default;
  /// Returns the table, which stays valid as long as the source does. Returns
  /// "" if it cannot be found, which the source records. \p Module is the path
  /// of the executable or library that had the table.
  virtual llvm::StringRef find(const TableReference &Reference,
                               llvm::StringRef Module) = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_TABLEREFERENCE_H
