//===- CallerRules.h - Where a function's caller is -------------*- C++ -*-===//
//
// Interprets call frame information (DWARF 5, section 6.4; LSB, "Exception
// Frames") as far as compilers use it for ordinary functions on x86-64: the
// frame's address is the stack or the frame pointer plus a number, and what the
// frame pointer has been is in the frame. Takes no lock and allocates nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_UNWIND_CALLERRULES_H
#define UDPC_RUNTIME_UNWIND_CALLERRULES_H

#include "runtime/unwind/UnwindTable.h"

namespace udpc {
namespace rt {

/// How the caller's registers are found at one place of the code.
struct CallerRules {
  enum Kind : uint8_t {
    None, ///< Not at all.
    Usual,
    /// The kernel has called a signal handler: the stack pointer is the address
    /// of a ucontext_t.
    Signal,
    Outermost, ///< There is no caller.
  };
  Kind What = None;
  /// The frame's address, which is the caller's stack pointer, is that of the
  /// frame pointer plus Offset, or that of the stack pointer. The return
  /// address is right below it.
  bool IsFromFramePointer = false;
  int32_t Offset = 0;
  /// Where the caller's frame pointer is, from the frame's address; 0 if it is
  /// unchanged.
  int32_t FramePointerAt = 0;
};

/// The rules at \p Address, an instruction that is described by \p Table.
CallerRules callerRulesAt(const UnwindTable &Table, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_UNWIND_CALLERRULES_H
