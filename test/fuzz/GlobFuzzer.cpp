//===- GlobFuzzer.cpp - Any text as globs over events ---------------------===//
//
// The first line is the list of globs, the rest is the name. LLVM's globs match
// the same.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "runtime/base/Glob.h"
#include "llvm/Support/GlobPattern.h"
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
    bool Matches = rt::matchesGlob(At, Name.c_str());
    Any |= Matches;
    const char *End = rt::endOfGlob(At);
    require(End > At, "an empty glob");
    Expected<GlobPattern> Theirs = GlobPattern::create(StringRef(At, End - At));
    require(bool(Theirs), "LLVM refuses the glob");
    require(Theirs->match(Name.c_str()) == Matches,
            "LLVM's glob matches something else");
    At = End;
    if (!*At)
      break;
  }
  require(Any == rt::matchesGlobList(List.c_str(), Name.c_str()),
          "a list is not what its globs are");
  return 0;
}
