//===- UserStack.h - The stack of a thread's code ---------------*- C++ -*-===//
//
// Walks the stack of a thread, for samples and for the action count-by-stack.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_USERSTACK_H
#define UDPC_RUNTIME_PERF_USERSTACK_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The registers that are needed to find callers.
struct CodeState {
  uint64_t Pc; ///< 0 on unsupported processors.
  uint64_t StackPointer;
  uint64_t FramePointer;
};

/// The program counter, and the return addresses of the callers, the innermost
/// first. Callers are found by the call frame information of each module
/// (unwind/CallerRules.h) if the C library finds that without a lock
/// (_dl_find_object), otherwise by frame pointers. Memory that cannot be read
/// ends the stack. Async-signal-safe.
struct UserStack {
  static constexpr unsigned MaxFrames = 96;

  uint64_t Pc = 0; ///< 0 on unsupported processors.
  uint64_t Frames[MaxFrames];
  unsigned NumFrames = 0;

  /// Walks the stack of code that a signal has interrupted. \p Context is the
  /// handler's argument.
  explicit UserStack(const void *Context);
  /// Walks the stack of code that has called the runtime and continues at \p
  /// Code, whose Pc is the first of the return addresses.
  explicit UserStack(const CodeState &Code);

private:
  void walk(CodeState Code, bool IsInterrupted);
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_USERSTACK_H
