//===- UserStack.h - The stack of a thread's code ---------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_PERF_USERSTACK_H
#define UDPC_RUNTIME_PERF_USERSTACK_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The registers that lead to callers.
struct CodeState {
  uint64_t Pc; ///< 0 on processors that this is not made for.
  uint64_t StackPointer;
  uint64_t FramePointer;
};

/// Where the program is, and the return addresses of its callers, the innermost
/// first. Callers are found by the call frame information of each module
/// (unwind/CallerRules.h) where the C library finds that without a lock
/// (_dl_find_object), else by frame pointers. Memory that cannot be read ends
/// the stack. Async-signal-safe.
struct UserStack {
  static constexpr unsigned MaxFrames = 96;

  uint64_t Pc = 0; ///< 0 on processors that this is not made for.
  uint64_t Frames[MaxFrames];
  unsigned NumFrames = 0;

  /// Of what a signal has interrupted. \p Context is what its handler got.
  explicit UserStack(const void *Context);
  /// Of code that has called the runtime and goes on with \p Code, whose Pc is
  /// the first of the return addresses.
  explicit UserStack(const CodeState &Code);

private:
  void walk(CodeState Code, bool IsInterrupted);
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_USERSTACK_H
