//===- TestHints.h - Hints and a binary for tests --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_PROFDATA_HINTS_TESTHINTS_H
#define UDPC_TEST_UNIT_PROFDATA_HINTS_TESTHINTS_H

#include "profdata/binary/operations/BinaryOperations.h"
#include "profdata/hints/HintFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace udpc {

inline std::unique_ptr<llvm::MemoryBuffer> buffer(llvm::StringRef Bytes,
                                                  llvm::StringRef Name = "h") {
  return llvm::MemoryBuffer::getMemBufferCopy(Bytes, Name);
}

/// One of each: nested, with discriminators, several at a place, negative.
inline HintSet someHints() {
  HintSet Hints;
  MemoryOperationKey Next{{{"sum", 2, 2}}}, Value{{{"sum", 3, 0}}};
  MemoryOperationKey Inlined{
      {{"caller", 2, 1}, {"_Z4stepi", 65535, 0}, {"sum", 3, 1}}};
  Hints.add(Next, {HintType::NTA, 512});
  Hints.add(Value, {HintType::W, -64});
  Hints.add(Value, {HintType::T0, 0});
  Hints.add(Value, {HintType::T1, INT64_MIN});
  Hints.add(Inlined, {HintType::T2, INT64_MAX});
  return Hints;
}

/// A line a hint.
inline std::string textOf(const HintSet &Hints) {
  std::string Text;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      for (const Hint &H : List)
        Text += Key.text() + " " + hintTypeWord(H.Type).str() + " " +
                std::to_string(H.Delta) + "\n";
  return Text;
}

/// A binary that has what a test puts into it.
class FakeBinary : public BinaryOperations {
public:
  std::map<uint64_t, AddressLookup> There;
  uint64_t Load = 0x400000;

  /// An operation of four bytes.
  BinaryOperation &add(uint64_t Address, std::vector<KeyFrame> Frames) {
    AddressLookup &L = There[Address];
    L.What = AddressLookup::Found;
    L.Operation.Address = Address;
    L.Operation.Size = 4;
    L.Operation.Assembly = "mov";
    if (!Frames.empty())
      L.Operation.Key = MemoryOperationKey{std::move(Frames)};
    for (uint64_t Inside = 1; Inside != 4; ++Inside)
      other(Address + Inside, AddressLookup::InsideInstruction, "mov");
    return L.Operation;
  }
  void other(uint64_t Address, AddressLookup::Result What,
             std::string Assembly) {
    There[Address].What = What;
    There[Address].Assembly = std::move(Assembly);
  }

  std::string whyNoKeys() override { return ""; }
  uint64_t keySectionSize() const override { return 0; }
  uint64_t loadAddress() const override { return Load; }
  AddressLookup lookUp(uint64_t Address) override {
    auto It = There.find(Address);
    return It == There.end() ? AddressLookup() : It->second;
  }
  llvm::Error forEach(llvm::function_ref<void(const BinaryOperation &)> Each,
                      llvm::function_ref<void(double)> Progress) override {
    for (const auto &[Address, L] : There)
      if (L.What == AddressLookup::Found)
        Each(L.Operation);
    Progress(1);
    return llvm::Error::success();
  }
  llvm::ArrayRef<FunctionSymbol> functions() const override { return {}; }
  llvm::Error forEachInstruction(
      uint64_t Begin, uint64_t End,
      llvm::function_ref<void(const BinaryOperation &, bool)> Each) override {
    for (const auto &[Address, L] : There)
      if (L.What == AddressLookup::Found && Address >= Begin && Address < End)
        Each(L.Operation, true);
    return llvm::Error::success();
  }
};

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_HINTS_TESTHINTS_H
