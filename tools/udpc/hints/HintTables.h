//===- HintTables.h - Output of udpc hints -------------------- -*- C++ -*-===//
//
// Prints the tables, JSON and CSV of `udpc hints`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_HINTS_HINTTABLES_H
#define UDPC_TOOLS_UDPC_HINTS_HINTTABLES_H

#include "profdata/binary/operations/BinaryOperations.h"
#include "profdata/hints/HintCheck.h"
#include "profdata/hints/HintSet.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/JSON.h"
#include <unordered_map>

namespace udpc {

/// Form of the output. Table shortens keys and paths; the other forms do not.
enum class HintOutput { Table, FullTable, Json, Csv };

/// Write attributes of the object that is open in \p J.
void keyJson(llvm::json::OStream &J, const MemoryOperationKey &Key);
void hintJson(llvm::json::OStream &J, const Hint &H);

/// Returns the source place of a key, "file:line". In Table, paths of other
/// projects' headers are reduced to the file name.
std::string keyPlace(llvm::StringRef File, unsigned Line, HintOutput How);

/// Prints the hints of a set. \p Found, if not null, has the addresses of their
/// keys in a binary. CSV lists only hints with addresses.
void printHints(llvm::raw_ostream &OS, const HintSet &Hints,
                const std::vector<CheckedKey> *Found, HintOutput How);

/// Returns why \p Checked does not apply, or a note; "" if there is neither.
std::string reasonText(const CheckedKey &Checked, HintOutput How);

/// Prints whether each hint applies. \p How must not be CSV.
void printCheck(llvm::raw_ostream &OS, const std::vector<CheckedKey> &Found,
                HintOutput How);

/// Prints memory operations: JSON and CSV immediately, a table at the end.
class KeyPrinter {
public:
  KeyPrinter(llvm::raw_ostream &OS, HintOutput How);
  void add(const BinaryOperation &Op);
  /// Ends the output. Returns the totals: "94.2% of 1,234 memory operations
  /// have a key of their own". \p SectionSize is the size of the binary's
  /// section of keys, or 0.
  std::string finish(uint64_t SectionSize);
  bool empty() const { return !NumOperations; }

private:
  llvm::raw_ostream &OS;
  HintOutput How;
  llvm::json::OStream J;
  Table Rows;
  size_t NumOperations = 0, NumWithout = 0;
  /// Number of operations by hash of the key.
  std::unordered_map<uint64_t, size_t> Keys;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTS_HINTTABLES_H
