//===- MemoryImage.cpp - A file's bytes in memory -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/MemoryImage.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/System.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

int MemoryImage::writeAt(const void *Data, uint64_t N, uint64_t At) {
  if (At + N > Capacity) {
    MemoryImage Larger = {};
    if (int Error = Larger.allocate(2 * (At + N)))
      return Error;
    copyBytes(Larger.Bytes, Bytes, Size);
    Larger.Size = Size;
    release();
    *this = Larger;
  }
  copyBytes(Bytes + At, Data, N);
  if (Size < At + N)
    Size = At + N;
  return 0;
}

int MemoryImage::allocate(uint64_t N) {
  release();
  Bytes = static_cast<uint8_t *>(mapMemory(N));
  Capacity = Bytes ? N : 0;
  return Bytes ? 0 : ENOMEM;
}

void MemoryImage::release() {
  unmapMemory(Bytes, Capacity);
  *this = {};
}
