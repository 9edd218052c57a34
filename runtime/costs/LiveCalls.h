//===- LiveCalls.h - Calls that a running program reads ---------*- C++ -*-===//
//
// Counts the calls of each function without a profile for
// udpc_costs_read_calls(), without a dump. All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_LIVECALLS_H
#define UDPC_RUNTIME_COSTS_LIVECALLS_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// The calls of a function: udpc_calls of udpc/cost_api.h, which declares the
/// API's functions weak and is thus not for the runtime.
struct SymbolCalls {
  const char *Symbol;
  uint64_t Calls;
};

/// Writes the calls of functions without a profile by one thread, or by all
/// threads if \p Only is null, to the first \p Count elements of \p Out, in any
/// order. Returns the number of such functions that the loaded code calls,
/// whether they have been called or not; 0 if out of memory. The difference of
/// two readings is exact, as that of readCosts() (LiveCosts.h).
int readCalls(const ThreadRecord *Only, SymbolCalls *Out, int Count);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_LIVECALLS_H
