//===- HintConversion.cpp - From addresses to keys ------------------------===//

#include "profdata/hints/HintConversion.h"
#include "profdata/hints/BinaryOperations.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;
using namespace udpc;

static std::string hex(uint64_t N) { return "0x" + utohexstr(N, true); }

Error HintConversion::add(MemoryBufferRef Csv,
                          function_ref<void(unsigned)> Progress) {
  return readHintCsv(Csv, [&](AddressHint H) {
    if (H.Line % 65536 == 0)
      Progress(H.Line);
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

const MemoryOperationKey *HintConversion::keyAt(uint64_t Address,
                                                const Twine &Where) {
  auto [It, IsNew] = Known.try_emplace(Address);
  if (IsNew) {
    std::optional<MemoryOperationKey> Key;
    std::string Reason = whyNot(Address, Key);
    if (!Reason.empty())
      Warn(Where + hex(Address) + ": " + Reason);
    else
      It->second = std::make_unique<MemoryOperationKey>(std::move(*Key));
  }
  return It->second.get();
}

/// Why the recommendation for \p Address cannot be converted; "" and \p Key if
/// it can.
std::string
HintConversion::whyNot(uint64_t Address,
                       std::optional<MemoryOperationKey> &Key) const {
  AddressLookup There;
  if (!LoadAddress)
    There = Binary.lookUp(Address);
  else if (Address >= *LoadAddress)
    There = Binary.lookUp(Address - *LoadAddress + Binary.loadAddress());
  std::string Quoted = "'" + There.Assembly + "'";
  switch (There.What) {
  case AddressLookup::OutsideCode:
    ++NumOutside;
    return ("outside the code of " + BinaryName).str();
  case AddressLookup::InsideInstruction:
    return "inside an instruction: " + Quoted;
  case AddressLookup::NoMemoryOperand:
    return "no memory operand: " + Quoted;
  case AddressLookup::Prefetch:
    return "a prefetch: " + Quoted;
  case AddressLookup::Found:
    break;
  }
  const BinaryOperation &Op = There.Operation;
  Quoted = "'" + Op.Assembly + "'";
  if (!Op.NotPrefetchable.empty())
    return "no prefetch can be made of " + Quoted + ": " + Op.NotPrefetchable;
  if (!Op.Key)
    return "no debug line: " + Quoted;
  Key = Op.Key;
  return "";
}

Error HintConversion::finish(function_ref<void(double)> Progress) {
  if (!Known.empty() && NumOutside == Known.size()) {
    if (LoadAddress)
      Warn("all addresses are outside the code of " + BinaryName +
           "; is --load-address=" + hex(*LoadAddress) +
           " where its first byte was, and is it the program that ran?");
    else
      Warn("all addresses are outside the code of " + BinaryName +
           "; if it was loaded elsewhere, say with --load-address=0x... where "
           "its first byte was (the first line of it in /proc/<pid>/maps)");
  }
  return Hints.empty() ? Error::success() : warnOfSharedKeys(Progress);
}

Error HintConversion::warnOfSharedKeys(function_ref<void(double)> Progress) {
  std::map<MemoryOperationKey, size_t> Operations;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      Operations[Key] = 0;
  if (Error E = Binary.forEach(
          [&](const BinaryOperation &Op) {
            if (!Op.Key)
              return;
            auto It = Operations.find(*Op.Key);
            if (It != Operations.end())
              ++It->second;
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
  if (First)
    Warn(BinaryName + ": " + Twine(NumShared) + " of " +
         Twine(Operations.size()) + " keys name several operations, as " +
         First->text() + " does " + Twine(Operations[*First]) +
         "; build the program that is measured with -gmlt "
         "-fdebug-info-for-profiling and the plugin");
  return Error::success();
}
