//===- UnitArrays.cpp - Arrays of records that name their unit ------------===//

#include "passes/profile/UnitArrays.h"
#include "passes/lowering/UnitRecord.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

GlobalVariable *udpc::makeRecordArray(Module &M, StringRef Name) {
  Type *T = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  return makeGlobal(M, T, true, Constant::getNullValue(T), Name);
}

RecordWriter::RecordWriter(GlobalVariable &Array, GlobalVariable &Unit,
                           size_t Count, unsigned Words)
    : Array(Array), I64(IntegerType::get(Array.getContext(), 64)) {
  this->Unit = ConstantExpr::getPtrToInt(&Unit, I64);
  Start = ConstantExpr::getPtrToInt(&Array, I64);
  std::vector<llvm::Type *> Types(Count * Words, I64);
  Type = StructType::get(Array.getContext(), Types);
  Fields.reserve(Types.size());
}

void RecordWriter::add(ArrayRef<uint64_t> Words) {
  Constant *Offset = ConstantInt::get(I64, Fields.size() * sizeof(uint64_t));
  Fields.push_back(
      ConstantExpr::getSub(Unit, ConstantExpr::getAdd(Start, Offset)));
  for (uint64_t W : Words)
    Fields.push_back(ConstantInt::get(I64, W));
}

void RecordWriter::finish() {
  Array.replaceInitializer(ConstantStruct::get(Type, Fields));
}
