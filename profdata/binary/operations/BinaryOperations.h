//===- BinaryOperations.h - The memory operations of a binary --*- C++ -*-===//
//
// Reads a linked file without running it: decodes its code, and takes the keys
// from their section or from its debug information (DWARF 4 and 5, also in
// separate and .dwo files; docs/hints.md).
//
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

/// "0x4011a0".
std::string addressText(uint64_t Address);

/// An instruction with a memory operand. Prefetch instructions are none.
struct BinaryOperation {
  uint64_t Address = 0; ///< The address in the file, before loading.
  unsigned Size = 0;    ///< Bytes of code.
  bool MayLoad = false, MayStore = false;
  /// Why it cannot be prefetched; "" if it can.
  std::string NotPrefetchable;
  std::string Assembly;
  std::string Symbol; ///< The function it is in; "" if there is no symbol.

  /// Empty without debug information or a line for it.
  std::optional<MemoryOperationKey> Key;
  std::string File; ///< The source file; "" if unknown.
  unsigned Line = 0;
  /// Whether the code is of the function that it is in, not inlined.
  bool IsOwnCode = false;
  unsigned FunctionLine = 0; ///< Where that function begins; 0 if unknown.
};

/// The instruction at an address.
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
  std::string Assembly;      ///< The instruction that is there instead.
};

class BinaryOperations {
public:
  virtual ~BinaryOperations() = default;

  /// Fails if \p File is no linked ELF file, is for an unsupported processor,
  /// or is damaged.
  static llvm::Expected<std::unique_ptr<BinaryOperations>>
  open(llvm::StringRef File);

  /// Why there are no keys, with advice, in one line; "" if there are keys.
  virtual std::string whyNoKeys() = 0;

  /// The size of the section of keys, in bytes; 0 if the keys are from
  /// discriminators of the debug information.
  virtual uint64_t keySectionSize() const = 0;

  /// The preferred load address: the address of the first loaded byte.
  virtual uint64_t loadAddress() const = 0;

  virtual AddressLookup lookUp(uint64_t Address) = 0;

  /// Calls \p Each with each memory operation of the code, by address. Fails at
  /// damaged debug information. \p Progress is called occasionally with the
  /// completed share, 0 to 1.
  virtual llvm::Error forEach(
      llvm::function_ref<void(const BinaryOperation &)> Each,
      llvm::function_ref<void(double)> Progress = [](double) {}) = 0;

  /// All functions with symbols, sorted by start address.
  virtual llvm::ArrayRef<FunctionSymbol> functions() const = 0;

  /// Calls \p Each with each instruction in [\p Begin, \p End), and whether it
  /// has a memory operand. Bytes that are no instruction are "(bad)".
  virtual llvm::Error forEachInstruction(
      uint64_t Begin, uint64_t End,
      llvm::function_ref<void(const BinaryOperation &, bool)> Each) = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_BINARYOPERATIONS_H
