//===- CostCentres.cpp - The cost centres of all units --------------------===//

#include "runtime/costs/CostCentres.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t rt::collectRuns(const CostView &View, const LineCosts *Counts,
                         LineRun *Out) {
  uint64_t N = 0;
  const abi::LineRec *Lines = View.Lines;
  for (uint32_t I = 0, End; I != View.Header->NumLines; I = End) {
    // The table has each string once, so equal offsets mean equal strings.
    const char *File = View.file(Lines[I]);
    const char *Function = View.function(Lines[I]);
    bool Any = false;
    for (End = I; End != View.Header->NumLines; ++End) {
      if (View.file(Lines[End]) != File ||
          View.function(Lines[End]) != Function)
        break;
      Any |= Counts[End].any();
    }
    if (!Any)
      continue;
    if (Out)
      Out[N] = {File, Function, Lines + I, Counts + I, End - I};
    ++N;
  }
  return N;
}

static int compareText(const char *A, const char *B) {
  if (A == B)
    return 0;
  for (; *A && *A == *B; ++A, ++B)
    ;
  return int(static_cast<unsigned char>(*A)) -
         int(static_cast<unsigned char>(*B));
}

static bool isAfter(const LineRun &A, const LineRun &B) {
  if (int Order = compareText(A.File, B.File))
    return Order > 0;
  return compareText(A.Function, B.Function) > 0;
}

static bool isAfter(const CountedLine &A, const CountedLine &B) {
  return A.Line > B.Line;
}

/// Merges the sorted ranges Begin..Middle and Middle..End to \p Out. Stable.
template <typename T>
static void merge(const T *Begin, const T *Middle, const T *End, T *Out) {
  const T *Left = Begin, *Right = Middle;
  while (Left != Middle && Right != End)
    *Out++ = isAfter(*Left, *Right) ? *Right++ : *Left++;
  while (Left != Middle)
    *Out++ = *Left++;
  while (Right != End)
    *Out++ = *Right++;
}

/// Sorts by bottom-up merge sort: without recursion, because the stack may be
/// that of a signal handler.
template <typename T> static void sort(T *Items, T *Scratch, uint64_t N) {
  T *From = Items, *To = Scratch;
  for (uint64_t Width = 1; Width < N; Width *= 2) {
    for (uint64_t I = 0; I < N; I += 2 * Width) {
      uint64_t Middle = I + Width < N ? I + Width : N;
      uint64_t End = I + 2 * Width < N ? I + 2 * Width : N;
      merge(From + I, From + Middle, From + End, To + I);
    }
    T *Swap = From;
    From = To;
    To = Swap;
  }
  for (uint64_t I = 0; From != Items && I != N; ++I)
    Items[I] = From[I];
}

void rt::sortRuns(LineRun *Runs, LineRun *Scratch, uint64_t N) {
  sort(Runs, Scratch, N);
}

uint64_t rt::numEqualRuns(const LineRun *Runs, uint64_t N) {
  uint64_t Equal = 1;
  while (Equal < N && !isAfter(Runs[Equal], Runs[0]))
    ++Equal;
  return Equal < N ? Equal : N;
}

uint64_t rt::sortLines(const LineRun *Runs, uint64_t NumRuns, CountedLine *Out,
                       CountedLine *Scratch) {
  uint64_t N = 0;
  for (uint64_t R = 0; R != NumRuns; ++R)
    for (uint32_t I = 0; I != Runs[R].NumLines; ++I)
      if (Runs[R].Counts[I].any())
        Out[N++] = {Runs[R].Lines[I].Line, Runs[R].Counts + I};
  sort(Out, Scratch, N);
  return N;
}
