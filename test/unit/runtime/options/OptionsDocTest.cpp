// The list of options in docs/runtime.md agrees with options.inc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <string>

using llvm::StringRef;

static std::string text(bool B) { return B ? "1" : "0"; }
static std::string text(int N) { return std::to_string(N); }
static std::string text(const char *S) { return S; }

/// The lines of \p Page, each after a '\n'. Items of lists are one line each.
static std::string joinItems(StringRef Page) {
  llvm::SmallVector<StringRef> Lines;
  Page.split(Lines, '\n');
  std::string Text;
  for (StringRef Line : Lines)
    Text += (Line.consume_front("  ") ? " " : "\n") + Line.str();
  return Text;
}

/// The item of an option; an empty default is left out.
static std::string item(StringRef Name, StringRef Default, StringRef Help) {
  std::string Parens = Default.empty() ? "" : (" (`" + Default + "`)").str();
  return ("\n- `" + Name + "`" + Parens + ": " + Help + "\n").str();
}

TEST(OptionsDoc, HasEachOption) {
  auto Buffer = llvm::MemoryBuffer::getFile(UDPC_RUNTIME_DOC);
  ASSERT_TRUE(bool(Buffer));
  StringRef Page = (*Buffer)->getBuffer();
  std::string Doc = joinItems(Page);
#define UDPC_NAMED_OPTION(Type, Field, Name, Default, Help)                    \
  {                                                                            \
    std::string Item = item(Name, text(Default), Help);                        \
    EXPECT_TRUE(StringRef(Doc).contains(Item)) << Item;                        \
  }
#include "runtime/options/options.inc"
}
