//===- HintConversion.h - From addresses to keys ---------------*- C++ -*-===//

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

/// Turns recommendations by address into hints by key. Memory grows with the
/// addresses and hints that differ, not with the files.
class HintConversion {
public:
  /// \p LoadAddress is where the program's first byte was in memory when the
  /// addresses were taken; none if they are those of the file.
  HintConversion(BinaryOperations &Binary, llvm::StringRef BinaryName,
                 std::optional<uint64_t> LoadAddress,
                 llvm::function_ref<void(const llvm::Twine &)> Warn)
      : Binary(Binary), BinaryName(BinaryName), LoadAddress(LoadAddress),
        Warn(Warn) {}

  /// Warns of addresses that have no key, where they are first seen, until
  /// there are many of a kind. The error
  /// is that of a line that is none. \p Progress is called now and then with
  /// the number of lines that were read.
  llvm::Error add(llvm::MemoryBufferRef Csv,
                  llvm::function_ref<void(unsigned)> Progress);

  /// To be called behind the last file: warns of what shows only in the whole.
  llvm::Error finish(llvm::function_ref<void(double)> Progress);

  const HintSet &hints() const { return Hints; }
  /// Recommendations: lines.
  size_t numConverted() const { return NumConverted; }
  size_t numNot() const { return NumNot; }

private:
  /// Null if there is none, which was said already.
  const MemoryOperationKey *keyAt(uint64_t Address, const llvm::Twine &Where);
  /// In words, the same for all addresses of a kind, and what is there.
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
  size_t NumOutside = 0;   ///< Addresses.
  size_t NumBeside = 0;    ///< Those in the code, but at no memory operation.
  bool HasDecimal = false; ///< There are some that may be meant so.
  /// By kind: addresses that have no key.
  std::map<std::string, size_t> Refused;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCONVERSION_H
