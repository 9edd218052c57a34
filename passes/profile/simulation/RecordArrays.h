//===- RecordArrays.h - Arrays of records that name their unit --*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H
#define UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include <vector>

namespace udpc {

/// An array whose records are set after all functions are done.
llvm::GlobalAlias *makeRecordArray(llvm::GlobalVariable &Unit,
                                   llvm::StringRef Name);

/// The arrays of a unit, of records that each begin with their distance to it.
/// They are in the unit's variable, behind it: so the distances are constants,
/// without relocations, which take more memory of the compiler and more space
/// in the object file than the records.
class RecordArrays {
public:
  /// What is added next is \p Array.
  void start(llvm::GlobalAlias &Array);
  /// Adds a record of the distance and \p Fields.
  void add(llvm::ArrayRef<uint64_t> Fields);
  /// Adds \p Fields without a distance.
  void addPlain(llvm::ArrayRef<uint64_t> Fields);
  /// Extends the initialised \p Unit.
  void appendTo(llvm::GlobalVariable &Unit) const;
  /// For more records.
  void reserve(size_t NumWords) { Words.reserve(Words.size() + NumWords); }

private:
  std::vector<uint64_t> Words;
  /// By their first word.
  std::vector<std::pair<llvm::GlobalAlias *, size_t>> Arrays;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H
