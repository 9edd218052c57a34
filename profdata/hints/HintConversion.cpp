//===- HintConversion.cpp - Converts addresses to keys --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintConversion.h"
#include "profdata/binary/operations/BinaryOperations.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace udpc;

Error HintConversion::add(MemoryBufferRef Csv,
                          function_ref<void(unsigned)> Progress) {
  return readHintCsv(Csv, [&](AddressHint H) {
    if (H.Line % 65536 == 0)
      Progress(H.Line);
    HasDecimal |= !H.HasPrefix;
    const MemoryOperationKey *Key = keyAt(
        H.Address, Csv.getBufferIdentifier() + ":" + Twine(H.Line) + ": ");
    if (!Key) {
      ++NumNot;
      return Error::success();
    }
    ++NumConverted;
    Hints.add(*Key, H.What);
    return Error::success();
  });
}

/// The maximum number of warnings of a kind: samples may contain thousands of
/// library addresses.
static constexpr size_t MostWarnings = 20;

const MemoryOperationKey *HintConversion::keyAt(uint64_t Address,
                                                const Twine &Where) {
  auto [It, IsNew] = Known.try_emplace(Address);
  if (!IsNew)
    return It->second.get();
  std::optional<MemoryOperationKey> Key;
  Refusal Why = whyNot(Address, Key);
  if (Why.Kind.empty()) {
    It->second = std::make_unique<MemoryOperationKey>(std::move(*Key));
    return It->second.get();
  }
  if (++Refused[Why.Kind] <= MostWarnings)
    Warn(Where + addressText(Address) + ": " + Why.Kind +
         (Why.Code.empty() ? "" : ": " + Why.Code));
  return nullptr;
}

/// Returns why the recommendation for \p Address cannot be converted. If it
/// can, returns an empty kind and sets \p Key.
HintConversion::Refusal
HintConversion::whyNot(uint64_t Address,
                       std::optional<MemoryOperationKey> &Key) {
  AddressLookup There;
  if (!LoadAddress)
    There = Binary.lookUp(Address);
  else if (Address >= *LoadAddress)
    There = Binary.lookUp(Address - *LoadAddress + Binary.loadAddress());
  std::string Quoted = There.Assembly.empty() ? "" : "'" + There.Assembly + "'";
  switch (There.What) {
  case AddressLookup::OutsideCode:
    ++NumOutside;
    return {"outside the code of " + BinaryName.str(), ""};
  case AddressLookup::InsideInstruction:
    ++NumBeside;
    return {"inside an instruction", Quoted};
  case AddressLookup::NoMemoryOperand:
    ++NumBeside;
    return {"no memory operand", Quoted};
  case AddressLookup::Prefetch:
    return {"a prefetch", Quoted};
  case AddressLookup::Found:
    break;
  }
  const BinaryOperation &Op = There.Operation;
  Quoted = "'" + Op.Assembly + "'";
  if (!Op.NotPrefetchable.empty())
    return {"no prefetch can be made of it",
            Quoted + ": " + Op.NotPrefetchable};
  if (!Op.Key)
    return {"no debug line", Quoted};
  Key = Op.Key;
  return {};
}

void HintConversion::warnOfOthers() {
  for (const auto &[Kind, Number] : Refused)
    if (Number > MostWarnings)
      Warn(Twine(Number - MostWarnings) + " more addresses: " + Kind);
}

Error HintConversion::finish(function_ref<void(double)> Progress) {
  warnOfOthers();
  if (!Known.empty() && NumOutside == Known.size()) {
    std::string Decimal =
        HasDecimal ? "; addresses are read as hexadecimal, also without 0x"
                   : "";
    if (LoadAddress)
      Warn("all addresses are outside the code of " + BinaryName +
           "; is --load-address=" + addressText(*LoadAddress) +
           " where its first byte was, and is it the program that ran?" +
           Decimal);
    else
      Warn(
          "all addresses are outside the code of " + BinaryName +
          "; if it was loaded elsewhere, give the address of its first byte "
          "by --load-address=0x... (the first line of it in /proc/<pid>/maps)" +
          Decimal);
  }
  if (size_t NumInCode = Known.size() - NumOutside; 2 * NumBeside > NumInCode)
    Warn(Twine(NumBeside) + " of " + Twine(NumInCode) +
         " addresses in the code of " + BinaryName +
         " are at no memory operation: another build of it was measured, " +
         (LoadAddress
              ? "its first byte was not at " + addressText(*LoadAddress) + ", "
              : std::string()) +
         "or the addresses are off by an instruction; those that were "
         "converted may be wrong, too");
  return Hints.empty() ? Error::success() : warnOfSharedKeys(Progress);
}

Error HintConversion::warnOfSharedKeys(function_ref<void(double)> Progress) {
  std::map<MemoryOperationKey, size_t> Operations;
  std::set<MemoryOperationKey> Lines;
  // Whether a line with hints has an operation whose key has no hint.
  bool HasSiblings = false;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys) {
      Operations[Key] = 0;
      Lines.insert(Key.line());
    }
  if (Error E = Binary.forEach(
          [&](const BinaryOperation &Op) {
            if (!Op.Key)
              return;
            auto It = Operations.find(*Op.Key);
            if (It != Operations.end())
              ++It->second;
            else
              HasSiblings |= Lines.count(Op.Key->line());
          },
          Progress))
    return E;
  size_t NumShared = 0;
  const MemoryOperationKey *First = nullptr;
  for (const auto &[Key, Count] : Operations)
    if (Count > 1) {
      ++NumShared;
      if (!First)
        First = &Key;
    }
  // In this case the binary distinguishes the operations of a line. If each
  // line has only one operation, this is unknown, but also irrelevant.
  Hints.HasOperationKeys = HasSiblings && !First;
  if (First)
    Warn(BinaryName + ": " + Twine(NumShared) + " of " +
         Twine(Operations.size()) + " keys name several operations, as " +
         First->shortText() + " does " + Twine(Operations[*First]) +
         "; build the program that is measured with "
         "-fudpc-discriminate-memops (docs/prefetch.md)");
  return Error::success();
}
