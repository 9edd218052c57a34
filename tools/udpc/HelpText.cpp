//===- HelpText.cpp - Help that fits terminals ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/HelpText.h"
#include "tools/udpc/output/Elision.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>
#include <deque>

using namespace llvm;
using namespace udpc;

/// Maximum length of a list of values that --help shows before the option's
/// text.
static constexpr size_t MaxValueList = 40;

static void fitHelp(cl::SubCommand &Command, size_t Columns) {
  static std::deque<std::string> Texts; // Referenced by the options.
  SmallVector<cl::Option *, 32> Shown;
  for (const auto &Entry : cl::getRegisteredOptions(Command))
    if (Entry.second->getOptionHiddenFlag() == cl::NotHidden)
      Shown.push_back(Entry.second);
  size_t Width = 0;
  for (cl::Option *O : Shown) {
    if (O->ValueStr.contains('|') && O->ValueStr.size() > MaxValueList)
      O->setValueStr(O->ArgStr);
    Width = std::max(Width, O->getOptionWidth());
  }
  const size_t Separator = StringRef(" - ").size();
  if (Width + Separator >= Columns)
    return;
  for (cl::Option *O : Shown)
    O->setDescription(
        Texts.emplace_back(wrapText(O->HelpStr, Columns - Width - Separator)));
}

void udpc::fitHelp(size_t Columns) {
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands())
    ::fitHelp(*Command, Columns);
}
