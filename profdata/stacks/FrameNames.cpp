//===- FrameNames.cpp - Readable frames of stacks -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/FrameNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

std::vector<FrameName> udpc::frameNames(const StackProfile &Profile,
                                        const StackProfile::Key &Stack,
                                        StackFrameOptions Options) {
  std::vector<FrameName> Names;
  for (uint32_t Place : reverse(Stack.Places))
    for (const StackLine &L : reverse(Profile.places()[Place].Lines)) {
      const StackFunction &F = Profile.functions()[L.Function];
      Names.push_back({F.Name.empty() ? "???" : F.Name, F.File, 0});
    }
  if (!Options.Lines || Stack.Places.empty())
    return Names;
  const StackLine &Innermost = Profile.places()[Stack.Places.front()].Lines[0];
  const StackFunction &F = Profile.functions()[Innermost.Function];
  if (Innermost.Line && !F.File.empty())
    Names.push_back(
        {(sys::path::filename(F.File) + ":" + Twine(Innermost.Line)).str(),
         F.File, Innermost.Line});
  return Names;
}
