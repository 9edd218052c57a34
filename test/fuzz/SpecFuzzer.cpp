//===- SpecFuzzer.cpp - Any text as a spec --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "spec/EventSpec.h"
#include "spec/FunctionNames.h"
#include "spec/Matching.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // YAML's parser reads the NUL behind the text, as that of a file.
  auto Buffer = MemoryBuffer::getMemBufferCopy(textOf(Data, Size), "spec.yaml");
  Expected<EventSpec> Spec = EventSpec::parse(Buffer->getMemBufferRef());
  if (!Spec) {
    std::string Message = toString(Spec.takeError());
    require(StringRef(Message).starts_with("spec.yaml"), Message);
    return 0;
  }
  for (const SpecEntry &E : Spec->Entries) {
    Matcher Matches(E);
    if (E.isLine())
      Matches.matchesFile("/home/u/src/app/lexer.cpp");
    else if (E.isMark() || E.isSpin())
      Matches.matchesName("cache.miss");
  }
  consumeError(Spec->assignCounters([](const CountedEvent &) { return true; }));
  return 0;
}
