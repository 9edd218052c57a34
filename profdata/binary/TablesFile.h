//===- TablesFile.h - Files with the tables of a program --------*- C++ -*-===//
//
// A tables file is an ELF file that contains only the build ID of a program or
// library and the tables that small profiles refer to (udpc/references.h).
// Written by `udpc tables`, read by ModuleTables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_TABLESFILE_H
#define UDPC_PROFDATA_BINARY_TABLESFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace udpc {

/// Returns the address of the ELF header of \p File, which its first segment
/// begins with; none if no segment contains it. References have addresses
/// relative to it.
std::optional<uint64_t>
headerAddress(const llvm::object::ELF64LEObjectFile &File);

/// The contents of a tables file.
struct TablesFile {
  std::string BuildId; ///< In hexadecimal.
  std::string Bytes;   ///< The bytes that ModuleTables reads.

  /// Extracts the tables of the linked file \p Path. Fails if it cannot be
  /// read, has no build ID, or no tables; the message begins with \p Path.
  static llvm::Expected<TablesFile> extract(llvm::StringRef Path);

  /// Returns the file's path below a folder that ModuleTables searches:
  /// `.build-id/ab/cdef…`.
  std::string place() const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_TABLESFILE_H
