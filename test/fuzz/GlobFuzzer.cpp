//===- GlobFuzzer.cpp - Any text as globs over events ---------------------===//
//
// The first line is the list of globs, the rest is the name.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "runtime/logic/Glob.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [First, Rest] = textOf(Data, Size).split('\n');
  std::string List = First.str(), Name = Rest.str();
  if (!rt::isGlobList(List.c_str()))
    return 0;
  bool Any = false;
  for (const char *At = List.c_str();; ++At) {
    Any |= rt::matchesGlob(At, Name.c_str());
    const char *End = rt::endOfGlob(At);
    require(End > At, "an empty glob");
    At = End;
    if (!*At)
      break;
  }
  require(Any == rt::matchesGlobList(List.c_str(), Name.c_str()),
          "a list is not what its globs are");
  return 0;
}
