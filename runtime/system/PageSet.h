//===- PageSet.h - Allocates pages of an area -------------------*- C++ -*-===//
//
// Manages the pages of the reserve (Reserve.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_PAGESET_H
#define UDPC_RUNTIME_SYSTEM_PAGESET_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Allocates pages of an area, with a bit for each page. The owner provides
/// zeroed words for the bits. Makes no system calls. Valid when zero: no pages.
class PageSet {
public:
  static constexpr uint64_t None = ~uint64_t(0);
  /// Returns the number of words for \p NumPages.
  static constexpr uint64_t wordsFor(uint64_t NumPages) {
    return (NumPages + 63) / 64;
  }

  PageSet() = default;
  PageSet(uint64_t *Words, uint64_t NumPages)
      : Words(Words), NumPages(NumPages) {}

  /// Allocates \p N adjacent pages and returns the number of the first; None if
  /// no \p N adjacent pages are free.
  uint64_t allocate(uint64_t N);
  /// Frees \p N pages from \p First on.
  void release(uint64_t First, uint64_t N);
  bool isEmpty() const { return !NumUsed; }

private:
  bool isUsed(uint64_t Page) const { return Words[Page / 64] >> Page % 64 & 1; }

  uint64_t *Words = nullptr;
  uint64_t NumPages = 0, NumUsed = 0;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_PAGESET_H
