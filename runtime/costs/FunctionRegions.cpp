//===- FunctionRegions.cpp - Regions that are functions -------------------===//
//
// x86-64 entry points that generated code calls at the entry of a function that
// is a region, and before the function returns. The surrounding code does not
// expect a call, so every register but the flags is preserved. The function's
// name is the operand of the NOP after the call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/counts/Threads.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/entry/NopRecord.h"
#include "runtime/entry/SavedRegisters.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// How much lower the stack pointer is at a return than in the program.
static constexpr uint64_t RedZone = 128;

/// Enters or leaves the function's region. \p Slot holds the return address of
/// the entry point.
static void change(const uint64_t *Slot, bool IsEntry) {
  // Resolvers of indirect functions run before the runtime starts, and the
  // runtime itself calls code of the program.
  if (!hasStarted() || holdsStateLock())
    return;
  int Saved = errno;
  auto *Name = recordAt<char>(reinterpret_cast<const uint8_t *>(*Slot));
  uint64_t Sp = reinterpret_cast<uint64_t>(Slot + 1);
  bool WasKnown = currentThread();
  {
    StateLock Lock;
    if (ThreadRecord *Self = Lock.held() ? adoptThread() : nullptr)
      IsEntry ? enterRegion(*Self, Name, Sp)
              : leaveRegion(*Self, Name, Sp + RedZone);
  }
  if (!WasKnown && currentThread())
    watchThread(currentThread());
  errno = Saved;
}

extern "C" {
__attribute__((used)) void __udpc_enter_function(void *Slot) {
  change(static_cast<const uint64_t *>(Slot), /*IsEntry=*/true);
}
__attribute__((used)) void __udpc_leave_function(void *Slot) {
  change(static_cast<const uint64_t *>(Slot), /*IsEntry=*/false);
}
}

asm(UDPC_SAVING_MACROS R"(
  .macro UDPC_REGIONS_ENTRY name, function
  .text
  .p2align 4
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  UDPC_SAVE
  leaq \function(%rip), %rdi
  # Below are nine registers.
  leaq 72(%rsp), %rsi
  callq __udpc_keep_vectors
  UDPC_RESTORE
  retq
  .cfi_endproc
  .size \name, . - \name
  .endm

  UDPC_REGIONS_ENTRY __udpc_regions_enter, __udpc_enter_function
  UDPC_REGIONS_ENTRY __udpc_regions_leave, __udpc_leave_function
)");
#endif
