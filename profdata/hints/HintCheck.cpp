//===- HintCheck.cpp - Checks hints against a binary ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintCheck.h"
#include "profdata/binary/operations/BinaryOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::hintVerdictWord(HintVerdict Verdict) {
  switch (Verdict) {
  case HintVerdict::Applies:
    return "applies";
  case HintVerdict::Prefetched:
    return "prefetched";
  case HintVerdict::NoFunction:
    return "no-function";
  case HintVerdict::NoOperation:
    return "no-operation";
  case HintVerdict::Call:
    return "call";
  case HintVerdict::Several:
    return "several";
  case HintVerdict::NotPrefetchable:
    return "not-prefetchable";
  }
  llvm_unreachable("all verdicts are there");
}

namespace {

/// The operations of the binary with one key.
struct Operations {
  std::vector<uint64_t> Addresses;
  /// Properties of the first operation.
  std::string NotPrefetchable, Assembly;
};
using OperationsByKey = std::map<MemoryOperationKey, Operations>;

class Checker {
public:
  Checker(const HintSet &Hints, BinaryOperations &Binary)
      : Hints(Hints), Binary(Binary) {}

  Error collect(function_ref<void(double)> Progress) {
    return Binary.forEach([&](const BinaryOperation &Op) { collect(Op); },
                          Progress);
  }

  CheckedKey check(const MemoryOperationKey &Key,
                   const HintSet::HintList &List) {
    CheckedKey Result;
    Result.Key = &Key;
    Result.Hints = &List;
    auto Function = ByFunction.find(Key.function());
    if (Function == ByFunction.end()) {
      Result.Reason = "no function of that name has memory operations with "
                      "debug lines";
      return Result;
    }
    auto It = Function->second.find(Key);
    if (It == Function->second.end() && mayBeOfCall(Function->second, Result)) {
      Result.Verdict = HintVerdict::Call;
      Result.Reason = "no operation is in this line; there may be a call";
    } else if (It == Function->second.end())
      findNearest(Function->second, Result);
    else
      judge(It->second, Result);
    return Result;
  }

private:
  void collect(const BinaryOperation &Op) {
    if (!Op.Key)
      return;
    StringRef Function = nameInKeys(Op.Key->function());
    if (!Hints.functions().count(Function.str()))
      return;
    MemoryOperationKey Key = *Op.Key;
    for (KeyFrame &F : Key.Frames)
      F.Function = nameInKeys(F.Function).str();
    Operations &Ops = ByFunction[Function.str()][std::move(Key)];
    if (Ops.Addresses.empty()) {
      Ops.NotPrefetchable = Op.NotPrefetchable;
      Ops.Assembly = Op.Assembly;
    }
    Ops.Addresses.push_back(Op.Address);
  }

  /// Caches HintSet::nameInKeys.
  StringRef nameInKeys(StringRef Function) {
    auto [It, IsNew] = Names.try_emplace(Function);
    if (IsNew)
      It->second = Hints.nameInKeys(Function);
    return It->second;
  }

  void judge(const Operations &Ops, CheckedKey &Result) {
    Result.Addresses = Ops.Addresses;
    if (Ops.Addresses.size() > 1) {
      Result.Verdict = HintVerdict::Several;
      Result.Reason =
          std::to_string(Ops.Addresses.size()) + " operations have this key";
      return;
    }
    if (!Ops.NotPrefetchable.empty()) {
      Result.Verdict = HintVerdict::NotPrefetchable;
      Result.Reason = "no prefetch can be made of '" + Ops.Assembly +
                      "': " + Ops.NotPrefetchable;
      return;
    }
    std::string Prefetches = prefetchesBefore(Ops.Addresses[0]);
    Result.Verdict =
        Prefetches.empty() ? HintVerdict::Applies : HintVerdict::Prefetched;
    if (!Prefetches.empty())
      Result.Reason = "already there: " + Prefetches;
  }

  /// Returns the prefetches directly before \p Address, in code order.
  std::string prefetchesBefore(uint64_t Address) {
    // The maximum instruction length of the supported processors.
    constexpr uint64_t Longest = 15;
    std::string Text;
    unsigned Number = 0;
    for (uint64_t Size = 1; Size <= std::min(Longest, Address); ++Size) {
      AddressLookup Before = Binary.lookUp(Address - Size);
      if (Before.What == AddressLookup::InsideInstruction)
        continue;
      if (Before.What != AddressLookup::Prefetch || ++Number > MaxHintIndex + 1)
        break;
      Text = "'" + Before.Assembly + "'" + (Text.empty() ? "" : ", ") + Text;
      Address -= Size;
      Size = 0;
    }
    return Text;
  }

  /// Returns a measure of difference: keys that share more of the inline stack
  /// are nearest, then keys with nearer lines, then with nearer discriminators.
  static auto distance(const MemoryOperationKey &L,
                       const MemoryOperationKey &R) {
    size_t Common = 0;
    size_t Last = std::min(L.Frames.size(), R.Frames.size()) - 1;
    while (Common != Last && L.Frames[Common] == R.Frames[Common])
      ++Common;
    const KeyFrame &A = L.Frames[Common], &B = R.Frames[Common];
    return std::make_tuple(
        A.Function != B.Function, L.Frames.size() - Common,
        AbsoluteDifference(A.LineOffset, B.LineOffset), R.Frames.size(),
        AbsoluteDifference(A.Discriminator, B.Discriminator));
  }

  /// Whether the hints may be for a call: recommendations have the line of a
  /// call if no operation is in it.
  static bool mayBeOfCall(const OperationsByKey &There,
                          const CheckedKey &Checked) {
    auto IsInLine = [&](const auto &Operation) {
      return Operation.first.line() == *Checked.Key;
    };
    return Checked.Key->Frames.back().Discriminator == 0 &&
           all_of(*Checked.Hints,
                  [](const Hint &H) { return isIndirect(H.Type); }) &&
           none_of(There, IsInLine);
  }

  static void findNearest(const OperationsByKey &There, CheckedKey &Result) {
    constexpr size_t Most = 3;
    Result.Verdict = HintVerdict::NoOperation;
    std::vector<const MemoryOperationKey *> Keys;
    for (const auto &[Key, Ops] : There)
      Keys.push_back(&Key);
    auto Order = [&](const MemoryOperationKey *Key) {
      return std::tuple(distance(*Result.Key, *Key), *Key);
    };
    llvm::sort(Keys, [&](const auto *L, const auto *R) {
      return Order(L) < Order(R);
    });
    Result.Reason = "no operation has this key";
    for (size_t I = 0; I != std::min(Most, Keys.size()); ++I)
      Result.Nearest.push_back(*Keys[I]);
  }

  const HintSet &Hints;
  BinaryOperations &Binary;
  std::map<std::string, OperationsByKey> ByFunction;
  StringMap<std::string> Names;
};

} // namespace

Expected<std::vector<CheckedKey>>
udpc::checkHints(const HintSet &Hints, BinaryOperations &Binary,
                 function_ref<void(double)> Progress) {
  Checker C(Hints, Binary);
  if (Error E = C.collect(Progress))
    return std::move(E);
  std::vector<CheckedKey> Result;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      Result.push_back(C.check(Key, List));
  return Result;
}
