//===- CostSlots.cpp - Slots of a library's costs -------------------------===//
//
// x86-64 entry point that generated code calls when a thread first counts costs
// in a chunk (passes/profile/slots/CostSlotsFunction.h). The surrounding code
// does not expect a call, so every register but the flags is preserved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/entry/KeepVectors.h"
#include "runtime/entry/SavedRegisters.h"
#include "udpc/abi.h"

#if defined(__x86_64__)

using namespace udpc;

extern "C" {
/// Replaces the unit's address in \p Word by the address of the calling
/// thread's slots.
__attribute__((used)) void __udpc_replace_by_slots(void *Word) {
  auto *Slots = __udpc_thread_slots(*static_cast<abi::Unit **>(Word));
  *static_cast<uintptr_t *>(Word) =
      reinterpret_cast<uintptr_t>(Slots) - uintptr_t(abi::SlotsBias);
}

void __udpc_cost_slots();
}

asm(UDPC_SAVING_MACROS R"(
  .text
  .p2align 4
  .globl __udpc_cost_slots
  .type __udpc_cost_slots, @function
__udpc_cost_slots:
  .cfi_startproc
  endbr64
  UDPC_SAVE
  leaq __udpc_replace_by_slots(%rip), %rdi
  # Below are nine registers and the return address.
  leaq 80(%rsp), %rsi
  callq __udpc_keep_vectors
  UDPC_RESTORE
  retq
  .cfi_endproc
  .size __udpc_cost_slots, . - __udpc_cost_slots
)");
#endif
