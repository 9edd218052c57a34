//===- CacheComparison.cpp - Detects profiles of different caches ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheComparison.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

CacheComparison::Caches
CacheComparison::cachesOf(ArrayRef<std::string> Descriptions) {
  Caches All;
  for (const std::string &Description : Descriptions) {
    auto [Name, Text] = StringRef(Description).split(':');
    if (!Name.consume_back(" cache"))
      continue;
    SmallVector<StringRef> Words;
    SplitString(Text, Words);
    // A sum of profiles may have several descriptions.
    std::string &Known = All[Name.str()];
    Known += (Known.empty() ? "" : " and ") + join(Words, " ");
  }
  return All;
}

std::string CacheComparison::add(StringRef File,
                                 ArrayRef<std::string> Descriptions) {
  Caches Here = cachesOf(Descriptions);
  // Files without a description match any caches.
  if (Here.empty() || !Known.insert(Here).second)
    return "";
  if (First.empty()) {
    First = std::move(Here);
    FirstFile = File.str();
    return "";
  }
  std::string Text;
  for (const auto &[Name, Description] : Here) {
    auto There = First.find(Name);
    if (There != First.end() && There->second != Description)
      Text += (Text.empty() ? "" : "; ") + Name + " is " + Description +
              ", there " + There->second;
  }
  if (Text.empty())
    return "";
  return "its caches are not those of " + FirstFile + ": " + Text;
}
