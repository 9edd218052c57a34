//===- BinaryOperations.h - The memory operations of a binary --*- C++ -*-===//
//
// Reads a linked file without running it: decodes its code, and takes the keys
// from its debug information (DWARF 4 and 5, also in separate and .dwo files;
// docs/prefetch-reference.md).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_BINARYOPERATIONS_H
#define UDPC_PROFDATA_BINARY_BINARYOPERATIONS_H

#include "profdata/binary/CodeMap.h"
#include "profdata/binary/MemoryOperationKey.h"
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
  uint64_t Address = 0; ///< As the file has it, before it is loaded.
  unsigned Size = 0;    ///< Bytes of code.
  bool MayLoad = false, MayStore = false;
  /// Why no prefetch can be put in front of it; "" if one can.
  std::string NotPrefetchable;
  std::string Assembly;
  std::string Symbol; ///< The function it is in; "" if there is no symbol.

  /// None without debug information, or where that has no line for it.
  std::optional<MemoryOperationKey> Key;
  std::string File; ///< Where the source has it; "" if unknown.
  unsigned Line = 0;
};

/// What stands at an address.
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
  std::string Assembly;      ///< Of what is there instead.
};

class BinaryOperations {
public:
  virtual ~BinaryOperations() = default;

  /// The error says why \p File cannot be read: no linked ELF file, a processor
  /// whose memory operations are not known, damaged.
  static llvm::Expected<std::unique_ptr<BinaryOperations>>
  open(llvm::StringRef File);

  /// Whether keys can be had at all; if not, why, in a line that says what to
  /// do. "" if they can.
  virtual std::string whyNoKeys() = 0;

  /// Where the file is loaded if nothing moves it: the address of its first
  /// byte of code or data in memory.
  virtual uint64_t loadAddress() const = 0;

  virtual AddressLookup lookUp(uint64_t Address) = 0;

  /// Calls \p Each with each memory operation of the code, by address. Stops
  /// with an error where debug information turns out to be damaged.
  /// \p Progress is called now and then with the share that is done, 0 to 1.
  virtual llvm::Error forEach(
      llvm::function_ref<void(const BinaryOperation &)> Each,
      llvm::function_ref<void(double)> Progress = [](double) {}) = 0;

  /// All functions that the file has symbols for, by where they begin.
  virtual llvm::ArrayRef<FunctionSymbol> functions() const = 0;

  /// Calls \p Each with each instruction from \p Begin on that is before
  /// \p End, and says whether it has a memory operand. Bytes that are no
  /// instruction come as "(bad)".
  virtual llvm::Error forEachInstruction(
      uint64_t Begin, uint64_t End,
      llvm::function_ref<void(const BinaryOperation &, bool)> Each) = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_BINARYOPERATIONS_H
