//===- MemOpDiscriminators.cpp - A discriminator for each operation -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/MemOpDiscriminators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/PseudoProbe.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

uint32_t udpc::keyDiscriminator(const DILocation &At, KeyStore Store) {
  unsigned Discriminator = At.getDiscriminator();
  if (Store != KeyStore::DebugInfo &&
      DILocation::isPseudoProbeDiscriminator(Discriminator))
    return PseudoProbeDwarfDiscriminator::extractDwarfBaseDiscriminator(
               Discriminator)
        .value_or(0);
  return At.getBaseDiscriminator();
}

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
  uint32_t Base = discriminatorOf(At);
  if (Base <= limit())
    State.Highest = std::max(State.Highest, Base);
}

std::optional<uint32_t> MemOpDiscriminators::claim(const DILocation &At) {
  if (claimAsItIs(At))
    return discriminatorOf(At);
  return claimNew(At);
}

bool MemOpDiscriminators::claimAsItIs(const DILocation &At) {
  return lineOf(At).Claimed.insert(discriminatorOf(At)).second;
}

std::optional<uint32_t> MemOpDiscriminators::claimNew(const DILocation &At) {
  LineState &State = lineOf(At);
  // As in LLVM's pass, it is not given to others.
  State.Claimed.insert(discriminatorOf(At));
  if (State.Highest >= limit())
    return std::nullopt;
  State.Claimed.insert(++State.Highest);
  return State.Highest;
}
