//===- RecordArrays.h - Arrays of records of a unit -------------*- C++ -*-===//
//
// Emits the arrays of records by which code passes accesses, fetches and
// outcomes to the runtime.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H
#define UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include <vector>

namespace udpc {

/// Creates an array whose records are set after all functions are done.
llvm::GlobalAlias *makeRecordArray(llvm::GlobalVariable &Unit,
                                   llvm::StringRef Name);

/// The arrays of a unit, of records that each begin with their distance to it.
/// They are in the unit's variable, after it. So the distances are constants,
/// without relocations, which would take more memory of the compiler and more
/// space in the object file than the records.
class RecordArrays {
public:
  /// Starts \p Array: the following records are added to it.
  void start(llvm::GlobalAlias &Array);
  /// Adds a record with the distance and \p Fields.
  void add(llvm::ArrayRef<uint64_t> Fields);
  /// Adds \p Fields without a distance.
  void addPlain(llvm::ArrayRef<uint64_t> Fields);
  /// Appends the arrays to the initialised \p Unit.
  void appendTo(llvm::GlobalVariable &Unit) const;
  /// Reserves memory for more records.
  void reserve(size_t NumWords) { Words.reserve(Words.size() + NumWords); }

private:
  std::vector<uint64_t> Words;
  /// The arrays and the index of their first word.
  std::vector<std::pair<llvm::GlobalAlias *, size_t>> Arrays;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_RECORDARRAYS_H
