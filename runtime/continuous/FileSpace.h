//===- FileSpace.h - Allocates parts of a file ------------------*- C++ -*-===//
//
// Allocates pieces of a file that only grows, and reuses released pieces for
// pieces of the same size class. Makes no system calls: its owner provides
// storage as size() grows, and memory for the lists of free pieces.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTINUOUS_FILESPACE_H
#define UDPC_RUNTIME_CONTINUOUS_FILESPACE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Valid when zero, except for NewMemory.
class FileSpace {
public:
  static constexpr uint64_t Page = 4096;

  struct Piece {
    uint64_t Offset;
    bool IsFresh; ///< The piece was never written: it has zeros.
  };

  /// Returns zeroed memory for the lists, which is never freed; may return
  /// null.
  void *(*NewMemory)(size_t Bytes);

  /// Allocates a piece of sizeOf(\p Bytes): whole pages, or a part of one page.
  Piece allocate(uint64_t Bytes);
  /// Releases the piece at \p Offset that allocate(\p Bytes) has returned. If
  /// out of memory, the piece is not reused.
  void release(uint64_t Offset, uint64_t Bytes);
  /// Returns the end of all pieces, a multiple of the page size.
  uint64_t size() const { return End; }
  /// Reverts the last allocate(), before which size() was \p OldSize, because
  /// storage could not be provided.
  void undo(uint64_t OldSize);

  /// Returns \p Bytes rounded up to a power of two, at least 64.
  static uint64_t sizeOf(uint64_t Bytes);

private:
  struct Node {
    Node *Next;
    uint64_t Offset;
  };
  static unsigned classOf(uint64_t Bytes);

  /// Free pieces by the logarithm of their size.
  static constexpr unsigned NumClasses = 64;
  Node *Free[NumClasses];
  Node *Unused;
  uint64_t End;
  /// The unused part of the page from which small pieces are allocated.
  uint64_t Small, SmallEnd;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTINUOUS_FILESPACE_H
