//===- HintsFuzzer.cpp - Any bytes as a hint file -------------------------===//
//
// What is read is written in each form that can hold it, and read again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/hints/HintFile.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<HintFile> File =
      readHints(MemoryBuffer::getMemBufferCopy(textOf(Data, Size), "h"));
  if (!File) {
    requireMessage(File.takeError(), "h:");
    return 0;
  }
  const HintSet &Hints = File->Hints;
  for (HintFileForm Form :
       {HintFileForm::Text, HintFileForm::Binary, HintFileForm::ExtBinary}) {
    Expected<std::string> Bytes = hintFileBytes(Hints, Form);
    if (!Bytes) {
      requireMessage(Bytes.takeError(), "");
      continue;
    }
    Expected<HintFile> Again =
        readHints(MemoryBuffer::getMemBufferCopy(*Bytes, "again"));
    if (!Again)
      require(false, "what was written cannot be read: " +
                         toString(Again.takeError()));
    require(Again->Hints.functions() == Hints.functions() &&
                (Hints.empty() || Again->Hints.HasHashes == Hints.HasHashes),
            "what was written is not what was read");
  }
  return 0;
}
