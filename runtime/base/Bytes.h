//===- Bytes.h - Memory without the C library -------------------*- C++ -*-===//
//
// Replacements of the C library's memcpy and the like, which sanitizers
// intercept and which the runtime may need before sanitizers have started; and
// a hash, a binary search, and a sort without the C++ library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_BASE_BYTES_H
#define UDPC_RUNTIME_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Marks loops that are large when they are vectorised, and so not inlined.
#define UDPC_OUT_OF_LINE __attribute__((noinline)) inline

UDPC_OUT_OF_LINE void copyBytes(void *__restrict To,
                                const void *__restrict From, size_t N) {
  auto *Out = static_cast<uint8_t *>(To);
  auto *In = static_cast<const uint8_t *>(From);
  for (size_t I = 0; I != N; ++I)
    Out[I] = In[I];
}

/// Copies to a lower address, which may overlap.
UDPC_OUT_OF_LINE void moveBytesDown(void *To, const void *From, size_t N) {
  auto *Out = static_cast<uint8_t *>(To);
  auto *In = static_cast<const uint8_t *>(From);
  for (size_t I = 0; I != N; ++I)
    Out[I] = In[I];
}

UDPC_OUT_OF_LINE void clearBytes(void *At, size_t N) {
  auto *Out = static_cast<uint8_t *>(At);
  for (size_t I = 0; I != N; ++I)
    Out[I] = 0;
}

UDPC_OUT_OF_LINE bool sameBytes(const void *A, const void *B, size_t N) {
  auto *First = static_cast<const uint8_t *>(A);
  auto *Second = static_cast<const uint8_t *>(B);
  for (size_t I = 0; I != N; ++I)
    if (First[I] != Second[I])
      return false;
  return true;
}

/// The FNV-1a hash of no bytes.
constexpr uint64_t FirstHash = 0xcbf29ce484222325;
/// Returns the FNV-1a hash of \p N bytes, continuing from \p Hash.
UDPC_OUT_OF_LINE uint64_t hashBytes(const void *Data, size_t N,
                                    uint64_t Hash = FirstHash) {
  auto *Bytes = static_cast<const uint8_t *>(Data);
  for (size_t I = 0; I != N; ++I)
    Hash = (Hash ^ Bytes[I]) * 0x100000001b3;
  return Hash;
}

#undef UDPC_OUT_OF_LINE

/// Returns the first of the numbers from 0 to \p N - 1 for which \p IsBefore is
/// false, by binary search; \p N if there is none. \p IsBefore is true for all
/// smaller numbers, and false for all larger ones.
template <typename NumberT, typename Function>
NumberT partitionPoint(NumberT N, Function IsBefore) {
  NumberT Low = 0;
  while (N) {
    NumberT Half = N / 2;
    if (IsBefore(Low + Half)) {
      Low += Half + 1;
      N -= Half + 1;
    } else {
      N = Half;
    }
  }
  return Low;
}

/// Sorts in place, in N log N steps (heapsort). Not stable.
template <typename T, typename Less>
void sortArray(T *Elements, size_t N, Less IsLess) {
  auto Swap = [&](size_t A, size_t B) {
    T Kept = Elements[A];
    Elements[A] = Elements[B];
    Elements[B] = Kept;
  };
  // Moves the element at Root down in the heap of the first Size elements.
  auto SiftDown = [&](size_t Root, size_t Size) {
    for (size_t Child; (Child = 2 * Root + 1) < Size; Root = Child) {
      if (Child + 1 < Size && IsLess(Elements[Child], Elements[Child + 1]))
        ++Child;
      if (!IsLess(Elements[Root], Elements[Child]))
        return;
      Swap(Root, Child);
    }
  };
  for (size_t I = N / 2; I--;)
    SiftDown(I, N);
  for (size_t End = N; End > 1;) {
    Swap(0, --End);
    SiftDown(0, End);
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_BASE_BYTES_H
