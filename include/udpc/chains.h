//===- udpc/chains.h - Chains that wait for loaded values -------*- C++ -*-===//
//
// Part of the contract for cost tables (udpc/costs.h): the latency of a chain,
// in the upper half of OperationRec::Flags.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CHAINS_H
#define UDPC_CHAINS_H

#include <stdint.h>

namespace udpc {
namespace abi {

/// The loaded value enters a chain in which each iteration of the innermost
/// loop waits for the one before it. Its latency for one iteration, in cycles
/// of LLVM's model of the processor, is rounded up to a multiple of ChainUnit
/// and limited to MaxChainCycles. 0: the value enters no chain, or only one of
/// less than MinChainCycles.
constexpr unsigned ChainShift = 4;
constexpr unsigned ChainUnit = 4;
constexpr unsigned MinChainCycles = 3;
constexpr unsigned MaxChainCycles = 15 * ChainUnit;

constexpr unsigned chainCyclesOf(uint8_t OperationFlags) {
  return unsigned(OperationFlags >> ChainShift) * ChainUnit;
}
constexpr uint8_t chainFlags(unsigned Cycles) {
  unsigned Limited = Cycles < MinChainCycles   ? 0
                     : Cycles > MaxChainCycles ? MaxChainCycles
                                               : Cycles;
  return static_cast<uint8_t>((Limited + ChainUnit - 1) / ChainUnit
                              << ChainShift);
}

} // namespace abi
} // namespace udpc

#endif // UDPC_CHAINS_H
