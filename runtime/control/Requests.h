//===- Requests.h - Executes requests of udpc ctl ---------------*- C++ -*-===//
//
// Executes parsed requests and builds their replies. Control.cpp receives the
// requests and sends the replies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTROL_REQUESTS_H
#define UDPC_RUNTIME_CONTROL_REQUESTS_H

#include "runtime/base/Text.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Text of a reply, in memory from the kernel.
class Reply {
public:
  explicit Reply(size_t Size)
      : Size(Size), Memory(static_cast<char *>(mapMemory(Size))),
        Out(Memory ? Memory : None, Memory ? Size : sizeof(None)) {}
  ~Reply() { unmapMemory(Memory, Size); }
  template <typename... Pieces> void add(Pieces... Each) {
    (Out.add(Each), ...);
  }
  const char *text() const { return Memory; }
  size_t size() const { return Memory ? Out.size() : 0; }

private:
  char None[1];
  size_t Size;
  char *Memory;
  TextBuffer Out;
};

/// Executes \p Line and answers it, if it is a request that takes the StateLock
/// by itself. Returns whether it is.
bool runUnlockedRequest(Reply &Out, const char *Line);

/// Executes the request \p Line (control.h) and appends the answer to \p Out.
/// Needs the StateLock.
void runRequest(Reply &Out, const char *Line);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTROL_REQUESTS_H
