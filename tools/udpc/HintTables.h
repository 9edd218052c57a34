//===- HintTables.h - How udpc hints shows things --------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_HINTTABLES_H
#define UDPC_TOOLS_UDPC_HINTTABLES_H

#include "profdata/binary/BinaryOperations.h"
#include "profdata/hints/HintCheck.h"
#include "profdata/hints/HintSet.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/JSON.h"
#include <unordered_map>

namespace udpc {

/// Keys and paths are short in Table, as people read it, and whole in the
/// others.
enum class HintOutput { Table, FullTable, Json, Csv };

/// Attributes of the object that is open in \p J.
void keyJson(llvm::json::OStream &J, const MemoryOperationKey &Key);
void hintJson(llvm::json::OStream &J, const Hint &H);

/// Where the source has a key, "file:line". Paths of other projects' headers
/// are long: in Table they are left out.
std::string keyPlace(llvm::StringRef File, unsigned Line, HintOutput How);

/// The hints of a set. \p Found says, if it is not null, where a binary has
/// their keys; as CSV only what it has is printed.
void printHints(llvm::raw_ostream &OS, const HintSet &Hints,
                const std::vector<CheckedKey> *Found, HintOutput How);

/// Why \p Checked does not apply, or what to know of it; "" if there is
/// nothing.
std::string reasonText(const CheckedKey &Checked, HintOutput How);

/// Whether each hint applies. \p How is no CSV.
void printCheck(llvm::raw_ostream &OS, const std::vector<CheckedKey> &Found,
                HintOutput How);

/// Prints memory operations one by one: as JSON and CSV at once, as table at
/// the end.
class KeyPrinter {
public:
  KeyPrinter(llvm::raw_ostream &OS, HintOutput How);
  void add(const BinaryOperation &Op);
  /// The sum: "94.2% of 1,234 memory operations have a key of their own".
  std::string finish();
  bool empty() const { return !NumOperations; }

private:
  llvm::raw_ostream &OS;
  HintOutput How;
  llvm::json::OStream J;
  Table Rows;
  size_t NumOperations = 0, NumWithout = 0;
  /// By the hash of a key: how many have it.
  std::unordered_map<uint64_t, size_t> Keys;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTTABLES_H
