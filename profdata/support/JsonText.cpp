//===- JsonText.cpp - Parses JSON of unknown origin -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/JsonText.h"

using namespace llvm;
using namespace udpc;

/// The maximum nesting depth, which exceeds that of all formats of udpc.
static constexpr unsigned MaxDepth = 100;

static bool nestsTooDeeply(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\' && I + 1 != Text.size())
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{') && ++Depth > MaxDepth)
      return true;
    else if (!InString && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return false;
}

Expected<json::Value> udpc::parseJson(StringRef Text) {
  if (nestsTooDeeply(Text))
    return createStringError("nested too deeply");
  return json::parse(Text);
}
