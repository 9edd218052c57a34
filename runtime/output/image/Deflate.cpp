//===- Deflate.cpp - Compresses bytes -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/Deflate.h"
#include "runtime/base/Bytes.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

constexpr unsigned MinLength = 3, MaxLength = 258, MaxDistance = 32768;
constexpr unsigned HashBits = 12;

/// RFC 1951, 3.2.5: the shortest length of each code from 257 on, and the
/// smallest distance of each code. The bits that follow a code are added to
/// them.
constexpr uint16_t Lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr uint16_t Distances[] = {
    1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
    33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
    1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

/// Places whose bytes may equal the current ones, by a hash of three bytes.
/// Stored plus 1, so that 0 is none.
uint32_t Recent[1 << HashBits];

class BitWriter {
public:
  explicit BitWriter(uint8_t *Out) : Out(Out) {}

  /// Appends the \p Count lowest bits of \p Bits, the lowest first.
  void add(uint32_t Bits, unsigned Count) {
    Word |= uint64_t(Bits) << Used;
    for (Used += Count; Used >= 8; Used -= 8, Word >>= 8)
      *Out++ = static_cast<uint8_t>(Word);
  }
  /// Appends a Huffman code, the highest bit first.
  void addCode(uint32_t Code, unsigned Count) {
    uint32_t Reversed = 0;
    for (unsigned I = 0; I != Count; ++I)
      Reversed |= (Code >> I & 1) << (Count - 1 - I);
    add(Reversed, Count);
  }
  void addSymbol(unsigned Symbol) {
    if (Symbol < 144)
      addCode(0x30 + Symbol, 8);
    else if (Symbol < 256)
      addCode(0x190 + Symbol - 144, 9);
    else if (Symbol < 280)
      addCode(Symbol - 256, 7);
    else
      addCode(0xc0 + Symbol - 280, 8);
  }
  void addMatch(unsigned Length, unsigned Distance) {
    unsigned L = 0, D = 0;
    while (L + 1 != sizeof(Lengths) / sizeof(*Lengths) &&
           Lengths[L + 1] <= Length)
      ++L;
    while (D + 1 != sizeof(Distances) / sizeof(*Distances) &&
           Distances[D + 1] <= Distance)
      ++D;
    addSymbol(257 + L);
    add(Length - Lengths[L], L < 8 || L == 28 ? 0 : L / 4 - 1);
    addCode(D, 5);
    add(Distance - Distances[D], D < 4 ? 0 : D / 2 - 1);
  }
  uint8_t *finish() {
    if (Used)
      add(0, 8 - Used);
    return Out;
  }

private:
  uint8_t *Out;
  uint64_t Word = 0;
  unsigned Used = 0;
};

} // namespace

static unsigned hashOf(const uint8_t *P) {
  uint32_t Word = P[0] | P[1] << 8 | uint32_t(P[2]) << 16;
  return Word * 0x9e3779b1u >> (32 - HashBits);
}

/// Returns how many bytes at \p A and at \p B are equal, at most \p Limit.
static unsigned commonLength(const uint8_t *A, const uint8_t *B,
                             uint64_t Limit) {
  if (Limit > MaxLength)
    Limit = MaxLength;
  unsigned N = 0;
  while (N != Limit && A[N] == B[N])
    ++N;
  return N;
}

static uint32_t adler32(const uint8_t *Data, uint64_t Size) {
  uint32_t A = 1, B = 0;
  for (uint64_t I = 0; I != Size; ++I) {
    A = (A + Data[I]) % 65521;
    B = (B + A) % 65521;
  }
  return B << 16 | A;
}

uint64_t rt::deflateBytes(const uint8_t *Data, uint64_t Size, uint8_t *Out) {
  clearBytes(Recent, sizeof(Recent));
  Out[0] = 0x78; // Deflate, a window of 32 KiB.
  Out[1] = 0x01; // No dictionary; makes the header a multiple of 31.
  BitWriter Bits(Out + 2);
  Bits.add(1, 1); // The last block.
  Bits.add(1, 2); // With fixed codes.
  for (uint64_t At = 0; At < Size;) {
    unsigned Length = 0, Distance = 0;
    if (Size - At >= MinLength && At < UINT32_MAX) {
      uint32_t &Place = Recent[hashOf(Data + At)];
      if (Place && At + 1 - Place <= MaxDistance) {
        Distance = static_cast<unsigned>(At + 1 - Place);
        Length = commonLength(Data + Place - 1, Data + At, Size - At);
      }
      Place = static_cast<uint32_t>(At + 1);
    }
    if (Length < MinLength) {
      Bits.addSymbol(Data[At++]);
      continue;
    }
    Bits.addMatch(Length, Distance);
    At += Length;
  }
  Bits.addSymbol(256);
  uint8_t *End = Bits.finish();
  uint32_t Sum = adler32(Data, Size);
  for (int Shift = 24; Shift >= 0; Shift -= 8)
    *End++ = static_cast<uint8_t>(Sum >> Shift);
  return End - Out;
}
