//===- UnitArrays.h - Arrays of records that name their unit ----*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_UNITARRAYS_H
#define UDPC_PASSES_PROFILE_UNITARRAYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Constants.h"

namespace udpc {

/// An array whose records are set after all functions are done.
llvm::GlobalVariable *makeRecordArray(llvm::Module &M, llvm::StringRef Name);

/// Makes an array of records that each begin with the distance to the unit.
class RecordWriter {
public:
  /// \p Words: of each record, with the distance.
  RecordWriter(llvm::GlobalVariable &Array, llvm::GlobalVariable &Unit,
               size_t Count, unsigned Words);

  /// Adds a record of the distance and \p Words.
  void add(llvm::ArrayRef<uint64_t> Words);
  void finish();

private:
  llvm::GlobalVariable &Array;
  llvm::Constant *Unit, *Start;
  llvm::IntegerType *I64;
  llvm::StructType *Type;
  std::vector<llvm::Constant *> Fields;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_UNITARRAYS_H
