//===- CalibrationTable.cpp - A calibration as text -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/calibrate/CalibrationTable.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Formats at least three digits, without a point after the third.
static std::string digits(double Number) {
  return formatv(Number < 10    ? "{0:F2}"
                 : Number < 100 ? "{0:F1}"
                                : "{0:F0}",
                 Number);
}

std::string udpc::bytesText(uint64_t Bytes) {
  constexpr double KB = 1024, MB = 1024 * KB;
  bool IsMB = Bytes >= MB;
  double Number = Bytes / (IsMB ? MB : KB);
  std::string Text = Number == uint64_t(Number)
                         ? formatv("{0:F0}", Number).str()
                         : digits(Number);
  return Text + (IsMB ? " MB" : " KB");
}

static void printLevels(raw_ostream &OS, const Calibration &C) {
  Table T({"level", "size", "share", "latency"},
          {Table::Left, Table::Right, Table::Right, Table::Right});
  for (const CalibratedLevel &L : C.Levels)
    T.add({L.Name, L.Bytes ? bytesText(L.Bytes) : "?", bytesText(L.Share),
           digits(L.Latency) + " ns"});
  T.add({"memory", "", "", digits(C.MemoryLatency) + " ns"});
  T.print(OS);
}

static void printCore(raw_ostream &OS, const Calibration &C) {
  Table T({}, {Table::Left, Table::Left});
  T.add({"page walk", digits(C.PageWalk) + " ns more at a random place"});
  T.add({"misses at once", formatv("{0:F0}", C.LinesInFlight)});
  T.add({"instructions", digits(C.InstructionsPerNs) + " in a ns, " +
                             formatv("{0:F0}", C.Window).str() +
                             " in execution at once"});
  const PrefetcherReach &P = C.Prefetcher;
  T.add({"prefetchers",
         P.LongestStride == 0
             ? "leave something to gain at every stride"
             : formatv("follow strides up to {0} bytes, {1} pages of 4 KB",
                       P.LongestStride, P.EndsAtPage ? "within" : "also beyond")
                   .str()});
  T.print(OS);
}

static void printTypes(raw_ostream &OS, const Calibration &C) {
  Table T({"prefetch", "beyond L2", "beyond LL", "lines ahead", "busy",
           "lines ahead"},
          {Table::Left, Table::Right, Table::Right, Table::Right, Table::Right,
           Table::Right});
  for (HintType Type :
       {HintType::T0, HintType::T1, HintType::T2, HintType::NTA, HintType::W}) {
    PrefetchWorth W = C.worth(Type);
    T.add({hintTypeWord(Type).str(), formatv("{0:F2}", W.BeyondL2),
           formatv("{0:F2}", W.BeyondLL), formatv("up to {0:F0}", W.MostLines),
           W.Busy > 0 ? formatv("{0:F2}", W.Busy).str() : "-",
           W.Busy > 0 ? formatv("up to {0:F0}", W.BusyLines).str() : "-"});
  }
  T.print(OS);
}

void udpc::printCalibration(raw_ostream &OS, const Calibration &C) {
  OS << shownText(calibrationOrigin(C)) << "\n\n";
  printLevels(OS, C);
  OS << '\n';
  printCore(OS, C);
  OS << '\n';
  printTypes(OS, C);
}
