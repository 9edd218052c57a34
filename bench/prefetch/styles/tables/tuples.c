// A database fetches rows that an index has found: the slots at the beginning
// of a page say where in it the row is.
#include "../../common.h"

enum { PageBytes = 8192, MostRows = 96 };

typedef struct {
  uint64_t Version;
  uint16_t Rows, Free, Slots[MostRows]; // Offsets of the rows in the page.
} Page;

typedef struct {
  uint32_t Id, Creator, Deleter;
  uint16_t State, Columns;
  uint64_t Column[4];
} Row;

typedef struct {
  uint32_t Page;
  uint16_t Slot;
} Place;

KERNEL static uint64_t fetch(char *const *Pages, const Place *Places,
                             size_t Count, uint32_t Now) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      Place Far = Places[I + 2 * DISTANCE], Near = Places[I + DISTANCE];
      BY_HAND(&((const Page *)Pages[Far.Page])->Slots[Far.Slot]);
      const char *Base = Pages[Near.Page];
      BY_HAND(Base + ((const Page *)Base)->Slots[Near.Slot]);
    }
#endif
    const char *Base = Pages[Places[I].Page];
    uint16_t Offset = ((const Page *)Base)->Slots[Places[I].Slot];
    if (!Offset)
      continue;
    const Row *R = (const Row *)(Base + Offset);
    if (R->Creator > Now || (R->Deleter && R->Deleter <= Now))
      continue;
    Sum += R->Column[R->Columns & 3] ^ R->State;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t NumPages = bytesOf(argc, argv) / 10 * 9 / PageBytes;
  size_t Count = bytesOf(argc, argv) / 10 / sizeof(Place);
  char *Memory = (char *)allocate(NumPages * PageBytes);
  char **Pages = (char **)allocate(NumPages * sizeof(char *));
  Place *Places = (Place *)allocate(Count * sizeof(Place));
  uint32_t *Order = shuffled(NumPages); // Of the frames in the buffer.
  for (size_t P = 0; P < NumPages; ++P) {
    Pages[P] = Memory + (size_t)Order[P] * PageBytes;
    Page *Header = (Page *)Pages[P];
    Header->Rows = MostRows;
    size_t At = PageBytes;
    for (int S = 0; S < MostRows; ++S) {
      At -= sizeof(Row) + random32() % 4 * 8;
      Header->Slots[S] = random32() % 32 ? At : 0;
      Row *R = (Row *)(Pages[P] + At);
      *R = (Row){P, random32() % 1000, random32() % 4 ? 0 : random32() % 1000,
                 1, random32() % 4,    {P, At, S, 7}};
    }
    Header->Free = At;
  }
  for (size_t I = 0; I < Count; ++I)
    Places[I] = (Place){random32() % NumPages, random32() % MostRows};
  MEASURE(fetch(Pages, Places, Count, 900));
}
