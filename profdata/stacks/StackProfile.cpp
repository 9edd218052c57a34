//===- StackProfile.cpp - Values by stacks of source places ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/StackProfile.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

uint32_t StackProfile::addFunction(const StackFunction &F) {
  auto [It, New] = FunctionNumbers.try_emplace({F.File, F.Name, F.LinkageName},
                                               uint32_t(Functions.size()));
  if (New)
    Functions.push_back(F);
  else if (uint32_t &Line = Functions[It->second].Line; !Line)
    Line = F.Line;
  return It->second;
}

uint32_t StackProfile::addModule(const StackModule &M) {
  auto [It, New] =
      ModuleNumbers.try_emplace({M.Path, M.Start}, uint32_t(Modules.size()));
  if (New)
    Modules.push_back(M);
  return It->second;
}

uint32_t StackProfile::addPlace(StackPlace P) {
  auto [It, New] =
      PlaceNumbers.try_emplace(std::move(P), uint32_t(Places.size()));
  if (New)
    Places.push_back(It->first);
  return It->second;
}

void StackProfile::add(const Key &Stack, size_t Type, int64_t Value) {
  std::vector<int64_t> &Values = Samples[Stack];
  Values.resize(Types.size());
  Values[Type] = values::limitedAdd(Values[Type], Value);
}

void StackProfile::keepTypes(function_ref<bool(StringRef)> IsKept) {
  std::vector<ValueType> Kept;
  std::vector<size_t> Positions;
  for (const auto &[I, T] : enumerate(Types))
    if (IsKept(T.Name)) {
      Kept.push_back(T);
      Positions.push_back(I);
    }
  for (auto It = Samples.begin(); It != Samples.end();) {
    std::vector<int64_t> Values;
    for (size_t P : Positions)
      Values.push_back(It->second[P]);
    bool IsEmpty = all_of(Values, [](int64_t V) { return !V; });
    It->second = std::move(Values);
    It = IsEmpty ? Samples.erase(It) : std::next(It);
  }
  Types = std::move(Kept);
}

bool StackProfile::overflowed() const {
  return any_of(Samples, [](const auto &Sample) {
    return any_of(Sample.second, values::isAtLimit);
  });
}
