//===- HintCsvFuzzer.cpp - Any text as recommendations --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "profdata/hints/HintCsv.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Followed by NUL, as files are.
  std::string Text = textOf(Data, Size).str();
  std::string Lines;
  auto Keep = [&](AddressHint H) {
    Lines += hintCsvLine(H.Address, H.What);
    return Error::success();
  };
  if (Error E = readHintCsv(MemoryBufferRef(Text, "csv"), Keep)) {
    requireMessage(std::move(E), "csv:");
    return 0;
  }
  std::string First = std::move(Lines);
  Lines.clear();
  require(!readHintCsv(MemoryBufferRef(First, "csv"), Keep) && Lines == First,
          "what was written is not what was read");
  return 0;
}
