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
  State.Highest = std::max(State.Highest, At.getBaseDiscriminator());
}

const DILocation *MemOpDiscriminators::claim(const DILocation &At) {
  if (lineOf(At).Claimed.insert(At.getBaseDiscriminator()).second)
    return &At;
  return claimNew(At);
}

const DILocation *MemOpDiscriminators::claimNew(const DILocation &At) {
  LineState &State = lineOf(At);
  // LLVM's pass does not give it to others either.
  State.Claimed.insert(At.getBaseDiscriminator());
  unsigned Base, Duplication, Copy;
  DILocation::decodeDiscriminator(At.getDiscriminator(), Base, Duplication,
                                  Copy);
  unsigned New = State.Highest + 1;
  std::optional<unsigned> Encoded =
      DILocation::encodeDiscriminator(New, Duplication, Copy);
  // A key matters more than how often the code was copied.
  if (!Encoded)
    Encoded = DILocation::encodeDiscriminator(New, 0, 0);
  if (!Encoded)
    return nullptr;
  State.Highest = New;
  State.Claimed.insert(New);
  return At.cloneWithDiscriminator(*Encoded);
}
