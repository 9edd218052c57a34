//===- UserStack.h - The stack of interrupted code --------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_PERF_USERSTACK_H
#define UDPC_RUNTIME_PERF_USERSTACK_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Where a signal has interrupted the program, and the return addresses of its
/// callers, the innermost first, as far as frame pointers lead. Memory that
/// cannot be read ends the stack.
struct UserStack {
  static constexpr unsigned MaxFrames = 96;

  uint64_t Pc = 0; ///< 0 on processors that this is not made for.
  uint64_t Frames[MaxFrames];
  unsigned NumFrames = 0;

  /// \p Context is what the signal handler got.
  explicit UserStack(const void *Context);
  /// Of code at \p Pc, whose frame pointer is \p Frame: above \p Least, an
  /// address on the same stack.
  UserStack(uint64_t Pc, uint64_t Frame, uint64_t Least);

private:
  void walk(uint64_t Frame, uint64_t Least);
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_USERSTACK_H
