//===- FileSpace.h - Which parts of a file are in use -----------*- C++ -*-===//
//
// Gives out pieces of a file that only grows, and takes them back for pieces of
// the same size class. Makes no system calls: its owner provides storage as
// size() grows, and memory for the lists of free pieces.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTINUOUS_FILESPACE_H
#define UDPC_RUNTIME_CONTINUOUS_FILESPACE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Valid when zero, with NewMemory.
class FileSpace {
public:
  static constexpr uint64_t Page = 4096;

  struct Piece {
    uint64_t Offset;
    bool IsFresh; ///< Nothing was ever written there: it has zeros.
  };

  /// Zeroed memory for the lists, which is not given back; may return null.
  void *(*NewMemory)(size_t Bytes);

  /// A piece of sizeOf(\p Bytes): whole pages, or within one page.
  Piece allocate(uint64_t Bytes);
  /// Takes back what allocate(\p Bytes) has returned at \p Offset. Without
  /// memory the piece is not used again.
  void release(uint64_t Offset, uint64_t Bytes);
  /// The end of all that was given out, a multiple of the page size.
  uint64_t size() const { return End; }
  /// There is no storage behind \p OldSize, which size() was before the last
  /// allocate(): forgets that piece.
  void undo(uint64_t OldSize);

  /// \p Bytes rounded up to a power of two, at least 64.
  static uint64_t sizeOf(uint64_t Bytes);

private:
  struct Node {
    Node *Next;
    uint64_t Offset;
  };
  static unsigned classOf(uint64_t Bytes);

  /// By the logarithm of their size.
  static constexpr unsigned NumClasses = 64;
  Node *Free[NumClasses];
  Node *Unused;
  uint64_t End;
  /// The page from which small pieces are taken: what is left of it.
  uint64_t Small, SmallEnd;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTINUOUS_FILESPACE_H
