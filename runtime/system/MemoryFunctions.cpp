//===- MemoryFunctions.cpp - Functions that compilers call ----------------===//
//
// Compilers call these functions to copy and clear large structures, whatever
// the flags. Sanitizers intercept those of the C library: ThreadSanitizer,
// which does not see the runtime's locks, reported the runtime's copies as
// races. The functions of this file are local to the runtime (exports.txt).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>

/// A word that may alias anything and need not be aligned.
typedef uint64_t Word __attribute__((may_alias, aligned(1)));

static void copyUp(uint8_t *Out, const uint8_t *In, size_t N) {
  for (; N >= sizeof(Word);
       N -= sizeof(Word), Out += sizeof(Word), In += sizeof(Word))
    *reinterpret_cast<Word *>(Out) = *reinterpret_cast<const Word *>(In);
  for (; N; --N)
    *Out++ = *In++;
}

extern "C" {

__attribute__((used)) void *memcpy(void *__restrict To,
                                   const void *__restrict From, size_t N) {
  copyUp(static_cast<uint8_t *>(To), static_cast<const uint8_t *>(From), N);
  return To;
}

__attribute__((used)) void *memmove(void *To, const void *From, size_t N) {
  auto *Out = static_cast<uint8_t *>(To);
  auto *In = static_cast<const uint8_t *>(From);
  // Copying up is right if the destination is lower: each word is read before
  // it is written.
  if (Out <= In || Out >= In + N)
    copyUp(Out, In, N);
  else
    while (N--)
      Out[N] = In[N];
  return To;
}

__attribute__((used)) void *memset(void *At, int Byte, size_t N) {
  auto *Out = static_cast<uint8_t *>(At);
  const Word Bytes = static_cast<uint8_t>(Byte) * 0x0101010101010101u;
  for (; N >= sizeof(Word); N -= sizeof(Word), Out += sizeof(Word))
    *reinterpret_cast<Word *>(Out) = Bytes;
  for (; N; --N)
    *Out++ = static_cast<uint8_t>(Byte);
  return At;
}

__attribute__((used)) int memcmp(const void *A, const void *B, size_t N) {
  auto *First = static_cast<const uint8_t *>(A);
  auto *Second = static_cast<const uint8_t *>(B);
  for (size_t I = 0; I != N; ++I)
    if (First[I] != Second[I])
      return First[I] < Second[I] ? -1 : 1;
  return 0;
}

} // extern "C"
