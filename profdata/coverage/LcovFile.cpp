//===- LcovFile.cpp - Writes lcov's tracefile -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/coverage/LineCoverage.h"
#include "profdata/support/ShownText.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

void udpc::writeLcov(const LineCoverage &Coverage, raw_ostream &OS) {
  for (const auto &[Path, File] : Coverage.Files) {
    OS << "SF:" << oneLine(Path) << '\n';
    // Linkage names are used, because lcov ends names at a comma.
    for (const auto &[Key, F] : File.Functions)
      OS << "FN:" << Key.first << ',' << oneLine(Key.second) << '\n';
    for (const auto &[Key, F] : File.Functions)
      OS << "FNDA:" << F.Count << ',' << oneLine(Key.second) << '\n';
    OS << "FNF:" << File.Functions.size() << '\n'
       << "FNH:" << File.numFunctionsRun() << '\n';
    for (const auto &[Line, Count] : File.Lines)
      OS << "DA:" << Line << ',' << Count << '\n';
    OS << "LF:" << File.Lines.size() << '\n'
       << "LH:" << File.numLinesRun() << '\n'
       << "end_of_record\n";
  }
}
