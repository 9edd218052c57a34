//===- StoredKeys.h - Keys from their section -------------------*- C++ -*-===//

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

/// The keys that the section .debug_udpc_keys of a linked file has
/// (udpc/keys.h).
class StoredKeys {
public:
  /// Empty if \p File has no such section. Fails if it is damaged.
  static llvm::Expected<StoredKeys>
  read(const llvm::object::ELFObjectFileBase &File);

  /// The same for the section's contents.
  static llvm::Expected<StoredKeys> parse(llvm::StringRef Contents,
                                          bool IsLittleEndian);

  bool empty() const { return Operations.empty(); }
  /// The size of the section in the file, in bytes.
  uint64_t size() const { return Size; }

  /// The key of the operation at \p Address, if it has one here.
  std::optional<MemoryOperationKey> at(uint64_t Address) const;

  /// Whether \p Address is in code whose operations are here: between two of
  /// them, or in a function of the name \p Function that has some. Those that
  /// are not here, such as inline assembly's, have no key.
  bool covers(uint64_t Address, llvm::StringRef Function) const;

  /// The line where the function with the code at \p Address, which is covered,
  /// begins in the source; 0 if unknown.
  unsigned startLine(uint64_t Address) const;

private:
  friend class StoredKeysReader;

  struct Scope {
    uint32_t Parent; ///< NoScope: the function that has the code.
    uint32_t Name;
    uint32_t Line; ///< As in the section.
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
  llvm::StringSet<> Functions;       ///< The names of those with operations.
  uint64_t Size = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_STOREDKEYS_H
