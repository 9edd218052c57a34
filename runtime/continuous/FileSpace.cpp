//===- FileSpace.cpp - Allocates parts of a file --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/continuous/FileSpace.h"

using namespace udpc::rt;

unsigned FileSpace::classOf(uint64_t Bytes) {
  constexpr unsigned Least = 6;
  return Bytes <= uint64_t(1) << Least ? Least
                                       : 64 - __builtin_clzll(Bytes - 1);
}

uint64_t FileSpace::sizeOf(uint64_t Bytes) {
  return uint64_t(1) << classOf(Bytes);
}

FileSpace::Piece FileSpace::allocate(uint64_t Bytes) {
  Node *&First = Free[classOf(Bytes)];
  if (Node *N = First) {
    First = N->Next;
    N->Next = Unused;
    Unused = N;
    return {N->Offset, false};
  }
  uint64_t Size = sizeOf(Bytes);
  if (Size >= Page) {
    End += Size;
    return {End - Size, true};
  }
  if (Size > SmallEnd - Small) {
    Small = End;
    SmallEnd = End += Page;
  }
  Small += Size;
  return {Small - Size, true};
}

void FileSpace::release(uint64_t Offset, uint64_t Bytes) {
  if (!Unused)
    Unused = static_cast<Node *>(NewMemory(sizeof(Node)));
  Node *N = Unused;
  if (!N)
    return;
  Unused = N->Next;
  Node *&First = Free[classOf(Bytes)];
  *N = {First, Offset};
  First = N;
}

void FileSpace::undo(uint64_t OldSize) {
  End = OldSize;
  Small = SmallEnd = 0;
}
