//===- Mappings.cpp - The memory mappings of the process ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/modules/Mappings.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

bool rt::visitMappings(void (*Visit)(const Mapping &, void *Data), void *Data) {
  long File = rawSyscall(SYS_openat, AT_FDCWD,
                         reinterpret_cast<long>("/proc/self/maps"),
                         O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  static char Buffer[8 << 10];
  size_t Size = 0;
  bool Skipping = false, Any = false;
  for (;;) {
    long N = rawSyscall(SYS_read, File, reinterpret_cast<long>(Buffer + Size),
                        sizeof(Buffer) - 1 - Size);
    if (N == -EINTR)
      continue;
    if (N <= 0)
      break;
    Size += N;
    size_t Line = 0;
    for (size_t I = 0; I != Size; ++I) {
      if (Buffer[I] != '\n')
        continue;
      Buffer[I] = 0;
      Mapping Map;
      if (!Skipping && parseMapsLine(Buffer + Line, Map)) {
        Visit(Map, Data);
        Any = true;
      }
      Skipping = false;
      Line = I + 1;
    }
    Size -= Line;
    moveBytesDown(Buffer, Buffer + Line, Size);
    if (Size == sizeof(Buffer) - 1) {
      // The name is very long, but the fields before it are complete.
      Buffer[Size] = 0;
      Mapping Map;
      if (!Skipping && parseMapsLine(Buffer, Map))
        Visit(Map, Data);
      Skipping = true;
      Size = 0;
    }
  }
  rawSyscall(SYS_close, File);
  return Any;
}
