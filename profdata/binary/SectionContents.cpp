//===- SectionContents.cpp - The contents of a named section --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/SectionContents.h"

using namespace llvm;
using namespace llvm::object;

StringRef udpc::contentsOf(const ObjectFile &File, StringRef Name) {
  for (const SectionRef &S : File.sections()) {
    Expected<StringRef> Found = S.getName();
    if (!Found) {
      consumeError(Found.takeError());
      continue;
    }
    if (*Found != Name)
      continue;
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      consumeError(Contents.takeError());
    else if (!Contents->empty())
      return *Contents;
  }
  return "";
}
