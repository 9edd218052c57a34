//===- HintConversion.h - Converts addresses to keys ------------*- C++ -*-===//
//
// Makes portable hints of recommendations by address. Used by `udpc hints
// from-csv`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTCONVERSION_H
#define UDPC_PROFDATA_HINTS_HINTCONVERSION_H

#include "profdata/hints/HintCsv.h"
#include "profdata/hints/HintSet.h"
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace udpc {

class BinaryOperations;

/// Converts recommendations by address into hints by key. Memory grows with the
/// number of distinct addresses and hints, not with the size of files.
class HintConversion {
public:
  /// \p LoadAddress is the load address of the measured process; none if
  /// addresses are those in the file.
  HintConversion(BinaryOperations &Binary, llvm::StringRef BinaryName,
                 std::optional<uint64_t> LoadAddress,
                 llvm::function_ref<void(const llvm::Twine &)> Warn)
      : Binary(Binary), BinaryName(BinaryName), LoadAddress(LoadAddress),
        Warn(Warn) {}

  /// Converts the recommendations of a file. Warns about addresses without a
  /// key at their first occurrence, up to a limit for each kind. Fails at a
  /// malformed line. Calls \p Progress occasionally with the number of lines
  /// read.
  llvm::Error add(llvm::MemoryBufferRef Csv,
                  llvm::function_ref<void(unsigned)> Progress);

  /// Must be called after the last file. Warns about the whole input.
  llvm::Error finish(llvm::function_ref<void(double)> Progress);

  const HintSet &hints() const { return Hints; }
  /// The numbers of recommendations (lines) that were and were not converted.
  size_t numConverted() const { return NumConverted; }
  size_t numNot() const { return NumNot; }

private:
  /// Returns the key of \p Address, or null if there is none, which has been
  /// reported.
  const MemoryOperationKey *keyAt(uint64_t Address, const llvm::Twine &Where);
  /// Why an address has no key: the reason, which is equal for all addresses of
  /// a kind, and the instruction at the address.
  struct Refusal {
    std::string Kind, Code;
  };
  Refusal whyNot(uint64_t Address, std::optional<MemoryOperationKey> &Key);
  void warnOfOthers();
  llvm::Error warnOfSharedKeys(llvm::function_ref<void(double)> Progress);

  BinaryOperations &Binary;
  llvm::StringRef BinaryName;
  std::optional<uint64_t> LoadAddress;
  llvm::function_ref<void(const llvm::Twine &)> Warn;
  HintSet Hints;
  std::unordered_map<uint64_t, std::unique_ptr<MemoryOperationKey>> Known;
  size_t NumConverted = 0, NumNot = 0;
  size_t NumOutside = 0; ///< Addresses outside the code.
  /// Addresses in the code, but not at a memory operation.
  size_t NumBeside = 0;
  bool HasDecimal = false; ///< Whether some addresses may be meant as decimal.
  /// Addresses without a key, by kind of the reason.
  std::map<std::string, size_t> Refused;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCONVERSION_H
