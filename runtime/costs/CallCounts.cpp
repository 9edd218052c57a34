//===- CallCounts.cpp - Calls of code without a profile -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/CallCounts.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t SymbolSet::capacityFor(uint64_t N) {
  uint64_t Capacity = 16;
  while (Capacity < 2 * N)
    Capacity *= 2;
  return Capacity;
}

const char **SymbolSet::find(const char *Symbol) const {
  for (uint64_t I = hashBytes(Symbol, lengthOf(Symbol)) & Mask;;
       I = (I + 1) & Mask)
    if (!Slots[I] || sameText(Slots[I], Symbol))
      return &Slots[I];
}

void rt::addExports(const CostView &View, SymbolSet &Profiled) {
  for (uint32_t I = 0; I != View.Header->NumExports; ++I)
    Profiled.insert(View.Strings + View.Exports[I].Symbol);
}

bool rt::isProfiled(const abi::CalleeRec &Callee, const char *Symbol,
                    const SymbolSet &Profiled) {
  return Callee.Flags & abi::CalleeIsInUnit || Profiled.contains(Symbol);
}

bool rt::isOfRuntime(const char *Symbol) {
  const char *Prefix = "__udpc_";
  while (*Prefix && *Symbol == *Prefix)
    ++Symbol, ++Prefix;
  return !*Prefix;
}

/// Returns whether \p Symbol is a function of the C library that allocates
/// memory, or an `operator new`.
static bool isAllocation(const char *Symbol) {
  static const char *const Names[] = {
#define UDPC_ALLOCATION(Name) Name,
#include "udpc/lists/allocations.inc"
  };
  for (const char *Name : Names)
    if (sameText(Symbol, Name))
      return true;
  return Symbol[0] == '_' && Symbol[1] == 'Z' && Symbol[2] == 'n' &&
         (Symbol[3] == 'w' || Symbol[3] == 'a');
}

void rt::addCalls(const CostView &View, const uint64_t *Values,
                  const SymbolSet &Profiled, CallCounts &Calls) {
  auto Add = [&](uint64_t &To, const abi::BlockRec &B, uint32_t NumCalls) {
    if (B.Value != abi::ZeroValue)
      To = values::limitedAdd(
          To, values::limitedMultiply(Values[B.Value], NumCalls));
  };
  uint64_t Own = 0;
  for (uint32_t I = 0; I != View.Header->NumBlocks; ++I)
    Add(Calls.All, View.Blocks[I], View.Blocks[I].NumCalls);
  for (uint32_t I = 0; I != View.Header->NumCallees; ++I) {
    const abi::CalleeRec &C = View.Callees[I];
    const char *Symbol = View.Strings + C.Symbol;
    if (isProfiled(C, Symbol, Profiled))
      continue;
    if (isOfRuntime(Symbol)) {
      Add(Own, View.Blocks[C.Block], C.NumCalls);
    } else if (!*Symbol) {
      Add(Calls.ThroughPointers, View.Blocks[C.Block], C.NumCalls);
    } else {
      Add(Calls.Unprofiled, View.Blocks[C.Block], C.NumCalls);
      if (isAllocation(Symbol))
        Add(Calls.Allocations, View.Blocks[C.Block], C.NumCalls);
    }
  }
  Calls.All -= Own < Calls.All ? Own : Calls.All;
}
