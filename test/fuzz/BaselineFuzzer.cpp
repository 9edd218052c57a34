//===- BaselineFuzzer.cpp - Any text as a baseline ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/check/Baseline.h"

using namespace llvm;
using namespace udpc;

static std::string textOf(const Baseline &B) {
  std::string Text;
  raw_string_ostream OS(Text);
  B.print(OS);
  return Text;
}

static void requireRows(const Baseline &B) {
  auto RequireRow = [&](const CostRanges &Row) {
    require(Row.size() == B.Events.size(), "a row with other events");
  };
  RequireRow(B.Total);
  for (const auto &[Name, Row] : B.Files)
    RequireRow(Row);
  for (const auto &[Name, Row] : B.Functions)
    RequireRow(Row);
  for (const auto &[Name, Row] : B.Inclusive)
    RequireRow(Row);
  for (const auto &[Name, Row] : B.Regions)
    RequireRow(Row);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<Baseline> B = Baseline::parse(udpc::textOf(Data, Size), "t");
  if (!B) {
    requireMessage(B.takeError(), "t:");
    return 0;
  }
  requireRows(*B);
  std::string Text = textOf(*B);
  Expected<Baseline> Again = Baseline::parse(Text, "t");
  if (!Again)
    require(false,
            "what was printed cannot be read: " + toString(Again.takeError()));
  require(textOf(*Again) == Text, "what was printed is read as another");
  Baseline Twice = *B;
  if (Error E = Twice.add(*B))
    requireMessage(std::move(E), "");
  requireRows(Twice);
  Twice.removeSmall();
  requireRows(Twice);
  return 0;
}
