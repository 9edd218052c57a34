//===- UnitCostTable.cpp - Builds a unit's cost table ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/UnitCostTable.h"
#include "passes/prefetch/OperationKey.h"
#include "passes/sites/SourcePath.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace udpc;

std::string udpc::pathOf(const DIFile *File) {
  if (!File)
    return "";
  return absolutePath(File->getFilename(), File->getDirectory());
}

uint32_t UnitCostTable::sum(uint32_t Left, uint32_t Right) {
  if (Left == abi::ZeroValue || Right == abi::ZeroValue)
    return Left == abi::ZeroValue ? Right : Left;
  Table.Derived.push_back({Left, Right, 0});
  return DerivedBit | (Table.Derived.size() - 1);
}

uint32_t UnitCostTable::difference(uint32_t Left, uint32_t Right) {
  if (Right == abi::ZeroValue)
    return Left;
  // A difference of counts is not negative.
  if (Left == abi::ZeroValue || Left == Right)
    return abi::ZeroValue;
  Table.Derived.push_back({Left, Right, 1});
  return DerivedBit | (Table.Derived.size() - 1);
}

uint32_t UnitCostTable::addFrame(uint32_t Parent, const DILocation &At,
                                 uint32_t Discriminator) {
  StringRef Name = nameInKeys(*At.getScope()->getSubprogram());
  abi::FrameRec Rec;
  Rec.Parent = Parent;
  Rec.Function = Table.addString(Name);
  Rec.Name = Table.addString(demangle(Name));
  Rec.File = Table.addString(pathOf(At.getFile()));
  Rec.Line = At.getLine();
  Rec.LineOffset = sampleprof::FunctionSamples::getOffset(&At);
  Rec.Discriminator = Discriminator;
  FrameKey Key(Parent, Rec.Function, Rec.File, Rec.Line, Rec.LineOffset,
               Rec.Discriminator);
  auto [It, New] = Frames.try_emplace(Key, Table.Frames.size());
  if (New)
    Table.Frames.push_back(Rec);
  return It->second;
}

/// The discriminator in a CostRec's frame.
static uint32_t discriminatorOf(const DILocation &At) {
  uint32_t Base = At.getBaseDiscriminator();
  unsigned Discriminator = At.getDiscriminator();
  // Flow-sensitive discriminators and probes have no numbers of copies.
  if (EnableFSDiscriminator ||
      DILocation::isPseudoProbeDiscriminator(Discriminator))
    return Base;
  unsigned Copies = At.getDuplicationFactor();
  return Copies > 1 ? Base | Copies << abi::CopiesShift : Base;
}

uint32_t UnitCostTable::frame(const DILocation *At) {
  if (!At)
    return abi::NoIndex;
  if (auto It = FrameOf.find(At); It != FrameOf.end())
    return It->second;
  const DILocation *Call = At->getInlinedAt();
  uint32_t Parent =
      Call ? keyFrame({Call, Call->getBaseDiscriminator()}, KeyStore::DebugInfo)
           : abi::NoIndex;
  return FrameOf[At] = addFrame(Parent, *At, discriminatorOf(*At));
}

uint32_t UnitCostTable::keyFrame(const OperationPlace &Place, KeyStore Store) {
  if (!Place.At)
    return abi::NoIndex;
  uint32_t Parent = abi::NoIndex;
  if (const DILocation *Call = Place.At->getInlinedAt())
    Parent = keyFrame({Call, keyDiscriminator(*Call, Store)}, Store);
  return addFrame(Parent, *Place.At, Place.Discriminator);
}

uint32_t UnitCostTable::line(uint32_t Function, StringRef File, uint32_t Line) {
  uint32_t Name = Table.addString(File.empty() ? "???" : File);
  auto [It, New] =
      Lines.try_emplace({Function, Name, Line}, Table.Lines.size());
  if (New)
    Table.Lines.push_back({Function, Name, Line});
  return It->second;
}

void UnitCostTable::addFunction(StringRef Symbol, bool IsExported) {
  uint32_t Name = Table.addString(Symbol);
  if (Profiled.insert(Name).second && IsExported)
    Table.Exports.push_back({Name});
}

std::vector<uint32_t> UnitCostTable::finish() {
  for (abi::CalleeRec &C : Table.Callees)
    if (Profiled.contains(C.Symbol))
      C.Flags |= abi::CalleeIsInUnit;
  auto Fix = [&](uint32_t &Value) {
    if (Value != abi::ZeroValue && (Value & DerivedBit))
      Value = Table.NumSlots + (Value & ~DerivedBit);
  };
  for (abi::DerivedRec &D : Table.Derived) {
    Fix(D.Left);
    Fix(D.Right);
  }
  for (abi::BlockRec &B : Table.Blocks)
    Fix(B.Value);
  for (abi::BranchRec &B : Table.Branches)
    Fix(B.Taken);
  for (abi::JumpRec &J : Table.Jumps)
    Fix(J.Taken);
  return Table.sortLines();
}
