//===- Text.h - Text in buffers of fixed size ------------------*- C++ -*-===//
//
// Builds and compares strings without the C++ library and malloc.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_BASE_TEXT_H
#define UDPC_RUNTIME_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// A number to be written in base 16.
struct Hex {
  uint64_t Value;
};

/// Appends to a caller's buffer, which is always NUL-terminated. Text that does
/// not fit is dropped, and a flag is set.
class TextBuffer {
public:
  TextBuffer(char *Buffer, size_t Capacity)
      : Buffer(Buffer), Capacity(Capacity) {
    Buffer[0] = 0;
  }

  TextBuffer &add(char C) {
    if (Size + 1 >= Capacity) {
      Overflow = true;
      return *this;
    }
    Buffer[Size++] = C;
    Buffer[Size] = 0;
    return *this;
  }

  TextBuffer &add(const char *Text) {
    for (; *Text; ++Text)
      add(*Text);
    return *this;
  }

  TextBuffer &add(uint64_t Number) {
    char Digits[20];
    int N = 0;
    do
      Digits[N++] = static_cast<char>('0' + Number % 10);
    while (Number /= 10);
    while (N)
      add(Digits[--N]);
    return *this;
  }

  TextBuffer &add(Hex Number) {
    add("0x");
    int Shift = 60;
    while (Shift && !(Number.Value >> Shift))
      Shift -= 4;
    for (; Shift >= 0; Shift -= 4)
      add("0123456789abcdef"[Number.Value >> Shift & 15]);
    return *this;
  }

  size_t size() const { return Size; }
  bool overflowed() const { return Overflow; }

private:
  char *Buffer;
  size_t Capacity;
  size_t Size = 0;
  bool Overflow = false;
};

inline size_t lengthOf(const char *Text) {
  size_t N = 0;
  while (Text[N])
    ++N;
  return N;
}

/// Returns the last \p C in \p Text, or null.
inline const char *findLast(const char *Text, char C) {
  const char *Found = nullptr;
  for (; *Text; ++Text)
    if (*Text == C)
      Found = Text;
  return Found;
}

inline bool sameText(const char *A, const char *B) {
  for (; *A && *A == *B; ++A, ++B)
    ;
  return *A == *B;
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_BASE_TEXT_H
