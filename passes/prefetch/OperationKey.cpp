//===- OperationKey.cpp - From debug locations to keys --------------------===//

#include "passes/prefetch/OperationKey.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

static StringRef nameOf(const DISubprogram &Function) {
  StringRef Name = Function.getLinkageName();
  return Name.empty() ? Function.getName() : Name;
}

std::optional<KeysOf> KeysOf::find(const MachineFunction &MF,
                                   const HintSet &Hints) {
  // Readers of binaries without symbols use the source name.
  const llvm::Function &F = MF.getFunction();
  StringRef Symbol = functionInKeys(F.getName());
  if (const HintSet::FunctionHints *Found = Hints.find(Symbol))
    return KeysOf(Hints, Symbol, *Found);
  if (const DISubprogram *SP = F.getSubprogram())
    if (const HintSet::FunctionHints *Found = Hints.find(nameOf(*SP)))
      return KeysOf(Hints, nameOf(*SP), *Found);
  return std::nullopt;
}

MemoryOperationKey KeysOf::of(const DILocation &At) const {
  MemoryOperationKey Key;
  for (const DILocation *L = &At; L; L = L->getInlinedAt())
    Key.Frames.push_back(
        {L->getInlinedAt()
             ? Set->nameInKeys(nameOf(*L->getScope()->getSubprogram()))
             : Function,
         sampleprof::FunctionSamples::getOffset(L), L->getBaseDiscriminator()});
  std::reverse(Key.Frames.begin(), Key.Frames.end());
  return Key;
}
