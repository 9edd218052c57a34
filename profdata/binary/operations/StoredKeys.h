//===- StoredKeys.h - Keys from their section -------------------*- C++ -*-===//
//
// Reads the keys that the compiler has stored in a file. Used by
// BinaryOperations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_STOREDKEYS_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_STOREDKEYS_H

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

/// The keys in the section .debug_udpc_keys of a linked file (udpc/keys.h).
class StoredKeys {
public:
  /// Reads the section of \p File. Empty if there is none. Fails if it is
  /// damaged.
  static llvm::Expected<StoredKeys>
  read(const llvm::object::ELFObjectFileBase &File);

  /// Parses the contents of the section.
  static llvm::Expected<StoredKeys> parse(llvm::StringRef Contents,
                                          bool IsLittleEndian);

  bool empty() const { return Operations.empty(); }
  /// The size of the section in the file, in bytes.
  uint64_t size() const { return Size; }

  /// Returns the key of the operation at \p Address, if the section has it.
  std::optional<MemoryOperationKey> at(uint64_t Address) const;

  /// Whether the section has the operations of the code at \p Address: it is
  /// between two operations, or in a function named \p Function that has some.
  /// Operations that are missing in such code, as of inline assembly, have no
  /// key.
  bool covers(uint64_t Address, llvm::StringRef Function) const;

  /// Returns the source line where the function with the covered code at \p
  /// Address begins; 0 if unknown.
  unsigned startLine(uint64_t Address) const;

private:
  friend class StoredKeysReader;

  struct Scope {
    uint32_t Parent; ///< NoScope for the function that contains the code.
    uint32_t Name;
    uint32_t Line; ///< The line as in the section.
    uint32_t Discriminator;
  };
  struct Operation {
    uint64_t Address;
    uint32_t Scope, LineOffset, Discriminator;
  };
  struct Range {
    uint64_t Begin, Last; ///< The addresses of the first and last operation.
  };
  static constexpr uint32_t NoScope = UINT32_MAX;

  const Operation *findNearest(uint64_t Address) const;

  std::vector<std::string> Names;
  std::vector<Scope> Scopes;
  std::vector<Operation> Operations; ///< By address.
  std::vector<Range> Ranges;         ///< By address.
  llvm::StringSet<> Functions; ///< The names of functions with operations.
  uint64_t Size = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_STOREDKEYS_H
