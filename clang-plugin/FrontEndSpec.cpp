//===- FrontEndSpec.cpp - The spec in the front end -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/FrontEndSpec.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

FrontEndSpec &FrontEndSpec::get() {
  static FrontEndSpec Global;
  return Global;
}

void FrontEndSpec::load(StringRef File) {
  Spec.reset();
  ReturnLines.clear();
  WantsSignatures = WantsMarks = WantsStatements = false;
  Expected<EventSpec> Loaded = EventSpec::load(File);
  if (!Loaded) {
    consumeError(Loaded.takeError());
    return;
  }
  Spec = std::move(*Loaded);
  std::vector<const SpecEntry *> Places = Spec->places();
  WantsSignatures =
      any_of(Places, [](const SpecEntry *E) { return needsSignatures(*E); });
  WantsMarks = any_of(Places, [](const SpecEntry *E) { return E->isMark(); });
  WantsStatements = any_of(Spec->Entries, needsStatements);
  for (const SpecEntry &E : Spec->Entries)
    if (E.isReturnStatement())
      ReturnLines[sys::path::filename(E.AtFile)].insert(E.Line);
}

const DenseSet<unsigned> *FrontEndSpec::linesOf(StringRef File) const {
  auto It = ReturnLines.find(sys::path::filename(File));
  return It == ReturnLines.end() ? nullptr : &It->second;
}

bool FrontEndSpec::wantsReturnAt(const clang::SourceManager &SM,
                                 clang::SourceLocation Loc) const {
  // Debug info uses presumed locations, too.
  clang::PresumedLoc Place = SM.getPresumedLoc(Loc);
  const auto *Lines = Place.isValid() ? linesOf(Place.getFilename()) : nullptr;
  return Lines && Lines->contains(Place.getLine());
}

bool FrontEndSpec::wantsReturnsIn(const clang::SourceManager &SM,
                                  clang::SourceLocation Loc) const {
  clang::PresumedLoc Place = SM.getPresumedLoc(Loc);
  return Place.isValid() && linesOf(Place.getFilename());
}
