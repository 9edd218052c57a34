//===- UnprofiledCalls.cpp - Calls of code without a profile --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/UnprofiledCalls.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;
using namespace udpc;

/// Returns the instructions of a unit whose blocks have \p Values.
static uint64_t instructionsOf(const CostTable &T, ArrayRef<uint64_t> Values) {
  uint64_t Sum = 0;
  for (const abi::BlockRec &B : T.Blocks) {
    if (B.Value == abi::ZeroValue)
      continue;
    uint64_t Once = 0;
    for (const abi::CostRec &C :
         ArrayRef(T.Costs).slice(B.FirstCost, B.NumCosts))
      Once += C.Ir;
    Sum = SaturatingMultiplyAdd(Values[B.Value], Once, Sum);
  }
  return Sum;
}

void UnprofiledCalls::add(const CacheProfile &Profile) {
  HasLostCalls |= Profile.HasLostCalls;
  TimeSamples = SaturatingAdd(TimeSamples, Profile.Caches.TimeSamples);
  UnprofiledSamples =
      SaturatingAdd(UnprofiledSamples, Profile.Caches.UnprofiledSamples);
  StringSet<> Profiled;
  for (const CostTable &T : Profile.Units)
    for (const abi::ExportRec &E : T.Exports)
      Profiled.insert(T.string(E.Symbol));
  // Each executed function in code that records calls has a record of a call,
  // even if the caller is unknown.
  DenseSet<uint32_t> Recorded;
  for (const abi::CallRec &C : Profile.Calls)
    if (C.Unit != abi::NoIndex)
      Recorded.insert(C.Unit);
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &T = Profile.Units[Unit];
    std::vector<uint64_t> Values = Profile.values(Unit);
    if (Profile.hasCalls()) {
      uint64_t N = instructionsOf(T, Values);
      Instructions = SaturatingAdd(Instructions, N);
      if (!Recorded.contains(Unit))
        WithoutCalls = SaturatingAdd(WithoutCalls, N);
    }
    auto Calls = [&](const abi::BlockRec &B, uint32_t NumCalls) {
      return SaturatingMultiply<uint64_t>(
          B.Value == abi::ZeroValue ? 0 : Values[B.Value], NumCalls);
    };
    for (const abi::BlockRec &B : T.Blocks)
      All = SaturatingAdd(All, Calls(B, B.NumCalls));
    for (const abi::CalleeRec &C : T.Callees) {
      uint64_t N = Calls(T.Blocks[C.Block], C.NumCalls);
      StringRef Symbol = T.string(C.Symbol);
      if (!N || C.Flags & abi::CalleeIsInUnit || Profiled.contains(Symbol))
        continue;
      if (isOfRuntime(Symbol)) {
        All -= std::min(All, N);
        continue;
      }
      uint64_t &Sum = Symbol.empty() ? ThroughPointers : Unprofiled;
      Sum = SaturatingAdd(Sum, N);
      if (Symbol.empty())
        continue;
      uint64_t &Of = Callees[Symbol.str()];
      Of = SaturatingAdd(Of, N);
    }
  }
}

std::vector<std::pair<std::string, uint64_t>> UnprofiledCalls::sorted() const {
  std::vector<std::pair<std::string, uint64_t>> Result;
  for (const auto &[Symbol, N] : Callees)
    Result.push_back({demangle(Symbol), N});
  sort(Result, [](const auto &L, const auto &R) {
    return std::tie(R.second, L.first) < std::tie(L.second, R.first);
  });
  return Result;
}
