//===- CostCentres.cpp - The cost centres of all units --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/CostCentres.h"
#include "runtime/base/Bytes.h"

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
      Out[N] = {File, Function, Lines + I, Counts + I, End - I, 0};
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

static int compare(const LineRun &A, const LineRun &B) {
  int Order = compareText(A.File, B.File);
  return Order ? Order : compareText(A.Function, B.Function);
}

void rt::sortRuns(LineRun *Runs, uint64_t N) {
  for (uint64_t I = 0; I != N; ++I)
    Runs[I].Number = static_cast<uint32_t>(I);
  sortArray(Runs, N, [](const LineRun &A, const LineRun &B) {
    int Order = compare(A, B);
    return Order ? Order < 0 : A.Number < B.Number;
  });
}

uint64_t rt::numEqualRuns(const LineRun *Runs, uint64_t N) {
  uint64_t Equal = 1;
  while (Equal < N && !compare(Runs[Equal], Runs[0]))
    ++Equal;
  return Equal < N ? Equal : N;
}

uint64_t rt::sortLines(const LineRun *Runs, uint64_t NumRuns,
                       CountedLine *Out) {
  uint64_t N = 0;
  for (uint64_t R = 0; R != NumRuns; ++R)
    for (uint32_t I = 0; I != Runs[R].NumLines; ++I)
      if (Runs[R].Counts[I].any()) {
        Out[N] = {Runs[R].Lines[I].Line, static_cast<uint32_t>(N),
                  Runs[R].Counts + I};
        ++N;
      }
  sortArray(Out, N, [](const CountedLine &A, const CountedLine &B) {
    return A.Line != B.Line ? A.Line < B.Line : A.Number < B.Number;
  });
  return N;
}
