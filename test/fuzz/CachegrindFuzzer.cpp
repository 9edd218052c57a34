//===- CachegrindFuzzer.cpp - Any text in Cachegrind's format -------------===//

#include "Fuzz.h"
#include "profdata/calls/CallGraph.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<CachegrindFile> File =
      CachegrindFile::parse(textOf(Data, Size), "t");
  if (!File) {
    requireMessage(File.takeError(), "t:");
    return 0;
  }
  std::string Text, TextAgain;
  raw_string_ostream OS(Text), OSAgain(TextAgain);
  File->print(OS);
  Expected<CachegrindFile> Again = CachegrindFile::parse(Text, "t");
  if (!Again)
    require(false,
            "what was written cannot be read: " + toString(Again.takeError()));
  Again->print(OSAgain);
  require(TextAgain == Text, "what is written is not what was read");
  CallGraph::of(*File).print(OS);
  return 0;
}
