// Strings are interned: a table with open addressing has their hashes, and
// offsets into a pool of characters, with which they are compared.
#include "../../common.h"

typedef struct {
  uint32_t Hash, Offset, Length, Uses;
} Slot;

typedef struct {
  uint32_t Hash, Offset, Length;
} Token;

KERNEL static uint64_t intern(Slot *Table, size_t Mask, const char *Pool,
                              const Token *Tokens, size_t Count,
                              const char *Text) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
    BY_HAND(
        &Table[Tokens[I + DISTANCE < Count ? I + DISTANCE : I].Hash & Mask]);
    const Token *T = &Tokens[I];
    size_t At = T->Hash & Mask;
    while (Table[At].Length) {
      if (Table[At].Hash == T->Hash && Table[At].Length == T->Length &&
          !memcmp(&Pool[Table[At].Offset], &Text[T->Offset], T->Length))
        break;
      At = (At + 1) & Mask;
    }
    if (Table[At].Length) {
      ++Table[At].Uses;
      Sum += At;
    }
  }
  return Sum;
}

static uint32_t hashOf(const char *Bytes, size_t Length) {
  uint32_t Hash = 2166136261u;
  for (size_t I = 0; I < Length; ++I)
    Hash = (Hash ^ (uint8_t)Bytes[I]) * 16777619u;
  return Hash * 0x9e3779b1u >> 3;
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Slots = 1;
  while (Slots * 2 * sizeof(Slot) <= Bytes / 2)
    Slots *= 2;
  enum { Room = 16 };
  size_t Words = Slots / 2, Count = Slots / 4;
  Slot *Table = (Slot *)allocate(Slots * sizeof(Slot));
  char *Pool = (char *)allocate(Words * Room);
  char *Text = (char *)allocate(Count * Room);
  Token *Tokens = (Token *)allocate(Count * sizeof(Token));
  for (size_t I = 0; I < Words; ++I) {
    char *Word = &Pool[I * Room];
    uint32_t Length = 8 + random32() % 8;
    for (uint32_t C = 0; C < Length; ++C)
      Word[C] = 'a' + random32() % 26;
    uint32_t Hash = hashOf(Word, Length);
    size_t At = Hash & (Slots - 1);
    while (Table[At].Length)
      At = (At + 1) & (Slots - 1);
    Table[At] = (Slot){Hash, I * Room, Length, 0};
  }
  for (size_t I = 0; I < Count; ++I) {
    size_t Word = random32() % Words;
    memcpy(&Text[I * Room], &Pool[Word * Room], Room);
    uint32_t Length = strnlen(&Text[I * Room], Room);
    Tokens[I] = (Token){hashOf(&Text[I * Room], Length), I * Room, Length};
  }
  MEASURE(intern(Table, Slots - 1, Pool, Tokens, Count, Text));
}
