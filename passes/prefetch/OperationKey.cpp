//===- OperationKey.cpp - From debug locations to keys --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/OperationKey.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::nameInKeys(const DISubprogram &Function) {
  StringRef Name = Function.getLinkageName();
  return Name.empty() ? Function.getName() : Name;
}

std::optional<KeysOf> KeysOf::find(const llvm::Function &F,
                                   const HintSet &Hints, KeyStore Store) {
  // Readers of binaries without symbols use the source name.
  StringRef Symbol = functionInKeys(F.getName());
  if (const HintSet::FunctionHints *Found = Hints.find(Symbol))
    return KeysOf(Hints, Store, Symbol, *Found);
  if (const DISubprogram *SP = F.getSubprogram())
    if (const HintSet::FunctionHints *Found = Hints.find(nameInKeys(*SP)))
      return KeysOf(Hints, Store, nameInKeys(*SP), *Found);
  return std::nullopt;
}

MemoryOperationKey KeysOf::of(const OperationPlace &Place) const {
  MemoryOperationKey Key;
  for (const DILocation *L = Place.At; L; L = L->getInlinedAt())
    Key.Frames.push_back(
        {L->getInlinedAt()
             ? Set->nameInKeys(nameInKeys(*L->getScope()->getSubprogram()))
             : Function,
         sampleprof::FunctionSamples::getOffset(L),
         L == Place.At ? Place.Discriminator : keyDiscriminator(*L, Store)});
  std::reverse(Key.Frames.begin(), Key.Frames.end());
  return Key;
}
