//===- CallerRules.h - Finds a function's caller ----------------*- C++ -*-===//
//
// Interprets call frame information (DWARF 5, section 6.4; LSB, "Exception
// Frames") for stacks of samples, as far as compilers use it for ordinary
// functions on x86-64: the frame's address is the stack or the frame pointer
// plus a number, and the caller's frame pointer is saved in the frame. Takes no
// lock and allocates nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_UNWIND_CALLERRULES_H
#define UDPC_RUNTIME_UNWIND_CALLERRULES_H

#include "runtime/unwind/UnwindTable.h"

namespace udpc {
namespace rt {

/// Rules for finding the caller's registers at one place of the code.
struct CallerRules {
  enum Kind : uint8_t {
    None, ///< The registers cannot be found.
    Usual,
    /// The kernel has called a signal handler: the stack pointer is the address
    /// of a ucontext_t.
    Signal,
    Outermost, ///< There is no caller.
  };
  Kind What = None;
  /// The frame's address, which is the caller's stack pointer, is Offset plus
  /// the frame pointer if this is set, otherwise plus the stack pointer. The
  /// return address is right below it.
  bool IsFromFramePointer = false;
  int32_t Offset = 0;
  /// Offset of the caller's frame pointer from the frame's address; 0 if the
  /// frame pointer is unchanged.
  int32_t FramePointerAt = 0;
};

/// Returns the rules at \p Address, an instruction that is described by \p
/// Table.
CallerRules callerRulesAt(const UnwindTable &Table, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_UNWIND_CALLERRULES_H
