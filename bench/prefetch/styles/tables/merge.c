// Merges a thousand sorted runs, as an external sort does, by a tree of losers.
#include "../../common.h"

enum { Runs = 1024 };

typedef struct {
  uint64_t Key, Value;
} Record;

typedef struct {
  const Record *Next, *End;
} Run;

KERNEL static uint64_t merge(const Run *Sorted) {
  static Run Now[Runs];
  static uint64_t Keys[Runs];
  static uint32_t Losers[Runs];
  memcpy(Now, Sorted, sizeof(Now));
  // Runs: no run has lost at that place of the tree yet.
  for (uint32_t R = 0; R < Runs; ++R) {
    Keys[R] = Now[R].Next < Now[R].End ? Now[R].Next->Key : UINT64_MAX;
    Losers[R] = Runs;
  }
  uint32_t Winner = 0;
  for (uint32_t R = 0; R < Runs; ++R) {
    Winner = R;
    for (size_t At = (R + Runs) / 2; At; At /= 2) {
      uint32_t Other = Losers[At];
      if (Other == Runs) {
        Losers[At] = Winner;
        break;
      }
      if (Keys[Other] < Keys[Winner]) {
        Losers[At] = Winner;
        Winner = Other;
      }
    }
  }
  uint64_t Sum = 0;
  while (Keys[Winner] != UINT64_MAX) {
    Run *R = &Now[Winner];
    BY_HAND(R->Next + DISTANCE);
    Sum = Sum * 31 + R->Next->Key + R->Next->Value;
    ++R->Next;
    Keys[Winner] = R->Next < R->End ? R->Next->Key : UINT64_MAX;
    for (size_t At = (Winner + Runs) / 2; At; At /= 2) {
      uint32_t Other = Losers[At];
      int Wins = Keys[Other] < Keys[Winner];
      Losers[At] = Wins ? Winner : Other;
      Winner = Wins ? Other : Winner;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Record), Used = 0;
  Record *Records = (Record *)allocate(Count * sizeof(Record));
  static Run Sorted[Runs];
  for (size_t R = 0; R < Runs; ++R) {
    size_t Length = Count / Runs / 2 + random32() % (Count / Runs);
    if (Length > Count - Used)
      Length = Count - Used;
    Sorted[R] = (Run){&Records[Used], &Records[Used + Length]};
    uint64_t Key = 0;
    for (size_t I = 0; I < Length; ++I)
      Records[Used++] = (Record){Key += random32() >> 8, I};
  }
  MEASURE(merge(Sorted));
}
