//===- MemOpDiscriminators.cpp - A discriminator for each operation -------===//

#include "passes/prefetch/MemOpDiscriminators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

MemOpDiscriminators::Distance
MemOpDiscriminators::distanceOf(const DILocation &At) {
  return {At.getScope()->getSubprogram(),
          sampleprof::FunctionSamples::getOffset(&At)};
}

MemOpDiscriminators::LineState &
MemOpDiscriminators::lineOf(const DILocation &At) {
  Line Own(At.getFilename(), At.getLine());
  return Lines[Leaders.try_emplace(distanceOf(At), Own).first->second];
}

void MemOpDiscriminators::addCode(const DILocation &At) {
  LineState &State = lineOf(At);
  // Pseudo probe numbers can be higher, and do not conflict.
  unsigned Base = At.getBaseDiscriminator();
  if (Base <= MaxBase)
    State.Highest = std::max(State.Highest, Base);
}

const DILocation *MemOpDiscriminators::claim(const DILocation &At) {
  return claimAsItIs(At) ? &At : claimNew(At);
}

bool MemOpDiscriminators::claimAsItIs(const DILocation &At) {
  return lineOf(At).Claimed.insert(At.getBaseDiscriminator()).second;
}

const DILocation *MemOpDiscriminators::claimNew(const DILocation &At) {
  LineState &State = lineOf(At);
  // As in LLVM's pass, it is not given to others.
  State.Claimed.insert(At.getBaseDiscriminator());
  unsigned Base, Duplication = 0, Copy = 0;
  unsigned Discriminator = At.getDiscriminator();
  if (!DILocation::isPseudoProbeDiscriminator(Discriminator))
    DILocation::decodeDiscriminator(Discriminator, Base, Duplication, Copy);
  unsigned New = State.Highest + 1;
  std::optional<unsigned> Encoded =
      DILocation::encodeDiscriminator(New, Duplication, Copy);
  // The key takes precedence over the duplication factor.
  if (!Encoded)
    Encoded = DILocation::encodeDiscriminator(New, 0, 0);
  if (!Encoded)
    return nullptr;
  State.Highest = New;
  State.Claimed.insert(New);
  return At.cloneWithDiscriminator(*Encoded);
}
