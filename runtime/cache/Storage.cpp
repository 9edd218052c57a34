//===- Storage.cpp - Variables shared with generated code -----------------===//
//
// Objects of executables that simulate caches define these variables
// themselves, so that they can be linked without the runtime. This member of
// the archive is for code that refers to them and was not compiled by the
// plugin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;

// Generated code refers to the members of SimulationTables by names.
asm(R"(
  .section .tbss,"awT",@nobits
  .p2align 6
  .macro UDPC_TABLE name, offset, size
  .globl \name
  .type \name, @object
  .size \name, \size
  .set \name, udpc_tables + \offset
  .endm
udpc_tables:
  .zero 64 + 8 * 2048 + 12 * 8192
  UDPC_TABLE __udpc_clock, 0, 8
  UDPC_TABLE __udpc_data_stamps, 64, 8 * 2048
  UDPC_TABLE __udpc_data_lines, 64 + 8 * 2048, 8 * 8192
  UDPC_TABLE __udpc_data_ways, 64 + 8 * 2048 + 8 * 8192, 4 * 8192
)");
static_assert(offsetof(abi::SimulationTables, Clock) == 0 &&
                  offsetof(abi::SimulationTables, Stamps) == 64 &&
                  offsetof(abi::SimulationTables, Lines) == 64 + 8 * 2048 &&
                  offsetof(abi::SimulationTables, Ways) ==
                      64 + 8 * 2048 + 8 * 8192 &&
                  sizeof(abi::SimulationTables) == 64 + 8 * 2048 + 12 * 8192,
              "the code above has these numbers");

// The code is for executables, where the variables are at a fixed distance from
// the thread pointer.
extern "C" {
extern __thread uint64_t __udpc_clock __attribute__((tls_model("local-exec")));

__attribute__((visibility("hidden"))) abi::SimulationTables *
__udpc_static_tables() {
  return reinterpret_cast<abi::SimulationTables *>(&__udpc_clock);
}
}
#endif
