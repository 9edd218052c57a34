//===- MemoryOperationKey.cpp - Names a memory operation ------------------===//

#include "profdata/hints/MemoryOperationKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

static std::string frameText(const KeyFrame &F) {
  std::string Text = F.Function + ":" + utostr(F.LineOffset);
  return F.Discriminator ? Text + "." + utostr(F.Discriminator) : Text;
}

std::string MemoryOperationKey::text() const {
  return join(map_range(Frames, frameText), " @ ");
}

StringRef udpc::functionInKeys(StringRef Symbol) {
  using sampleprof::FunctionSamples;
  return FunctionSamples::getCanonicalFnName(
      Symbol, {FunctionSamples::LLVMSuffix, FunctionSamples::PartSuffix});
}
