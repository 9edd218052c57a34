//===- FoldedFile.cpp - Writes folded stacks, for flame graphs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/FrameNames.h"
#include "profdata/stacks/StackFiles.h"
#include "udpc/values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// Returns \p Name with its special characters replaced.
static std::string folded(StringRef Name) {
  std::string Out = Name.str();
  for (char &C : Out)
    if (C == ';')
      C = ':';
    else if (C == '\n' || C == '\r' || C == '\0')
      C = ' ';
  return Out;
}

void udpc::writeFolded(const StackProfile &Profile, size_t Type,
                       StackFrameOptions Options, raw_ostream &OS) {
  // Stacks that differ only in what is not shown are added up.
  std::map<std::string, int64_t> Sums;
  for (const auto &[Stack, Values] : Profile.samples()) {
    if (!Values[Type])
      continue;
    std::string Text;
    for (const FrameName &F : frameNames(Profile, Stack, Options))
      Text += (Text.empty() ? "" : ";") + folded(F.Name);
    int64_t &Sum = Sums[Text];
    Sum = values::limitedAdd(Sum, Values[Type]);
  }
  for (const auto &[Text, Sum] : Sums)
    if (Sum)
      OS << Text << ' ' << Sum << '\n';
}
