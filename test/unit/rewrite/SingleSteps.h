//===- SingleSteps.h - Executes a library instruction by instruction ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_REWRITE_SINGLESTEPS_H
#define UDPC_TEST_UNIT_REWRITE_SINGLESTEPS_H

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace udpc {

constexpr size_t MaxEdges = 1 << 18;
constexpr uint64_t MaxSteps = 500000;

struct Edge {
  uint64_t From, To; ///< In the file's addresses; To is 0 outside of it.
  uint64_t Count;
};

/// The result, in memory that processes share.
struct Trace {
  uint64_t Steps;
  bool IsTooLong;
  Edge Edges[MaxEdges];
  uint64_t Counts[]; ///< By address.
};

extern Trace *TheTrace;
/// Where the library is.
extern uint64_t Base, ImageEnd;
/// By address: whether control may be transferred there; or IsSystemCall.
extern std::vector<uint8_t> IsFlow;
constexpr uint8_t IsSystemCall = 2;

using Main = int();

/// Calls \p Function, one instruction at a time, and counts in TheTrace.
int stepped(Main *Function);

/// Makes \p Handler, which may be interrupted by itself, that of SIGTRAP.
void handleTraps(void (*Handler)(int, siginfo_t *, void *));

} // namespace udpc

#endif // UDPC_TEST_UNIT_REWRITE_SINGLESTEPS_H
