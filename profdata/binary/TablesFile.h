//===- TablesFile.h - Files with the tables of a program --------*- C++ -*-===//
//
// A tables file is an ELF file that has of a program or library only its build
// ID and the tables that small profiles refer to (udpc/references.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_TABLESFILE_H
#define UDPC_PROFDATA_BINARY_TABLESFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace udpc {

/// The address of the ELF header of \p File, which its first segment begins
/// with. References have addresses relative to it.
std::optional<uint64_t>
headerAddress(const llvm::object::ELF64LEObjectFile &File);

struct TablesFile {
  std::string BuildId; ///< In hexadecimal.
  std::string Bytes;   ///< What ModuleTables reads.

  /// The tables of the linked file \p Path. Fails if it cannot be read, has no
  /// build ID, or no tables; the message begins with \p Path.
  static llvm::Expected<TablesFile> extract(llvm::StringRef Path);

  /// Where the file is below a folder that ModuleTables searches:
  /// `.build-id/ab/cdef…`.
  std::string place() const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_TABLESFILE_H
