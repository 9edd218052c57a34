//===- BinaryOperations.h - The memory operations of a binary --*- C++ -*-===//
//
// Reads a linked file without running it: decodes its code, and takes the keys
// from their section or from the debug information (DWARF 4 and 5, also in
// separate and .dwo files; docs/hints.md). Used for hints and annotated code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_BINARYOPERATIONS_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_BINARYOPERATIONS_H

#include "profdata/binary/CodeMap.h"
#include "profdata/binary/operations/MemoryOperationKey.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace udpc {

/// Formats an address: "0x4011a0".
std::string addressText(uint64_t Address);

/// An instruction with a memory operand. Prefetch instructions do not count.
struct BinaryOperation {
  uint64_t Address = 0; ///< The address in the file, before loading.
  unsigned Size = 0;    ///< Bytes of code.
  bool MayLoad = false, MayStore = false;
  /// Why the operation cannot be prefetched; "" if it can.
  std::string NotPrefetchable;
  std::string Assembly;
  /// The function that contains it; "" if there is no symbol.
  std::string Symbol;

  /// None without debug information or without a line for the address.
  std::optional<MemoryOperationKey> Key;
  std::string File; ///< The source file; "" if unknown.
  unsigned Line = 0;
  /// Whether the code belongs to the function that contains it, and is not
  /// inlined.
  bool IsOwnCode = false;
  /// The line where the containing function begins; 0 if unknown.
  unsigned FunctionLine = 0;
};

/// The result of looking up an address.
struct AddressLookup {
  enum Result {
    Found,
    OutsideCode,
    InsideInstruction,
    NoMemoryOperand,
    Prefetch
  };
  Result What = OutsideCode;
  BinaryOperation Operation; ///< If Found.
  std::string Assembly; ///< The instruction at the address, if it is not Found.
};

/// The memory operations of one binary.
class BinaryOperations {
public:
  virtual ~BinaryOperations() = default;

  /// Opens \p File. Fails if it is not a linked ELF file, is for an unsupported
  /// processor, or is damaged.
  static llvm::Expected<std::unique_ptr<BinaryOperations>>
  open(llvm::StringRef File);

  /// Returns why there are no keys, with advice, in one line; "" if there are
  /// keys.
  virtual std::string whyNoKeys() = 0;

  /// Returns the size of the section of keys, in bytes; 0 if the keys come from
  /// discriminators in the debug information.
  virtual uint64_t keySectionSize() const = 0;

  /// Returns the preferred load address: the address of the first loaded byte.
  virtual uint64_t loadAddress() const = 0;

  virtual AddressLookup lookUp(uint64_t Address) = 0;

  /// Calls \p Each with each memory operation of the code, by address. Fails on
  /// damaged debug information. Calls \p Progress occasionally with the
  /// completed share, 0 to 1.
  virtual llvm::Error forEach(
      llvm::function_ref<void(const BinaryOperation &)> Each,
      llvm::function_ref<void(double)> Progress = [](double) {}) = 0;

  /// Returns all functions with symbols, sorted by start address.
  virtual llvm::ArrayRef<FunctionSymbol> functions() const = 0;

  /// Calls \p Each with each instruction in [\p Begin, \p End), and whether it
  /// has a memory operand. Bytes that are not an instruction have the text
  /// "(bad)".
  virtual llvm::Error forEachInstruction(
      uint64_t Begin, uint64_t End,
      llvm::function_ref<void(const BinaryOperation &, bool)> Each) = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_BINARYOPERATIONS_H
