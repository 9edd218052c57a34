//===- RecordArrays.cpp - Arrays of records of a unit ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/RecordArrays.h"
#include "udpc/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;
using namespace udpc;

GlobalAlias *udpc::makeRecordArray(GlobalVariable &Unit, StringRef Name) {
  return GlobalAlias::create(Type::getInt8Ty(Unit.getContext()),
                             /*AddressSpace=*/0, GlobalValue::InternalLinkage,
                             Name, &Unit, Unit.getParent());
}

void RecordArrays::start(GlobalAlias &Array) {
  Arrays.push_back({&Array, Words.size()});
}

void RecordArrays::add(ArrayRef<uint64_t> Fields) {
  Words.push_back(-(sizeof(abi::Unit) + Words.size() * sizeof(uint64_t)));
  addPlain(Fields);
}

void RecordArrays::addPlain(ArrayRef<uint64_t> Fields) {
  Words.insert(Words.end(), Fields.begin(), Fields.end());
}

void RecordArrays::appendTo(GlobalVariable &Unit) const {
  if (Words.empty())
    return;
  LLVMContext &C = Unit.getContext();
  Constant *Own = Unit.getInitializer();
  // The unit is in a section of its own, of whole pages, so that the program's
  // data are in the same sets of caches.
  constexpr uint64_t PageSize = 4096;
  uint64_t Size = sizeof(abi::Unit) + Words.size() * sizeof(uint64_t);
  Constant *Padding = ConstantAggregateZero::get(ArrayType::get(
      Type::getInt8Ty(C), offsetToAlignment(Size, Align(PageSize))));
  Unit.replaceInitializer(ConstantStruct::getAnon(
      {Own, ConstantDataArray::get(C, Words), Padding}));
  Unit.setSection("__udpc_records");
  for (auto [Array, First] : Arrays)
    Array->setAliasee(ConstantExpr::getInBoundsGetElementPtr(
        Type::getInt8Ty(C), &Unit,
        ConstantInt::get(Type::getInt64Ty(C),
                         sizeof(abi::Unit) + First * sizeof(uint64_t))));
}
