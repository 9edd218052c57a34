//===- MaskList.cpp - Lists of events and commands ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/MaskList.h"
#include "runtime/base/Glob.h"
#include "runtime/base/Text.h"

using namespace udpc;
using namespace udpc::rt;

static const struct {
  CommandSet Commands;
  const char *Suffix;
} Suffixes[] = {{1, "/inc"}, {2, "/dec"}};
static constexpr size_t SuffixSize = 4;

/// Returns the commands of the event \p Name that the first glob of \p List,
/// which ends at \p End, names.
static CommandSet commandsOfGlob(const char *List, const char *End,
                                 const char *Name) {
  for (const auto &S : Suffixes) {
    bool HasSuffix = size_t(End - List) > SuffixSize;
    for (size_t I = 0; HasSuffix && I != SuffixSize; ++I)
      HasSuffix = (End - SuffixSize)[I] == S.Suffix[I];
    if (!HasSuffix)
      continue;
    // The glob has to match the name and the suffix.
    char Text[512];
    TextBuffer Out(Text, sizeof(Text));
    Out.add(Name).add(S.Suffix);
    return !Out.overflowed() && matchesGlob(List, Text) ? S.Commands
                                                        : NoCommand;
  }
  return matchesGlob(List, Name) ? AllCommands : NoCommand;
}

CommandSet rt::namedCommands(const char *List, const char *Name) {
  for (CommandSet Named = NoCommand;; ++List) {
    const char *End = endOfGlob(List);
    Named |= commandsOfGlob(List, End, Name);
    if (!*End)
      return Named;
    List = End;
  }
}
