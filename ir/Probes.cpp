//===- Probes.cpp - Source positions that survive optimisation ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Probes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PseudoProbe.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral ProbesName = "udpc.probes";
/// The index operand of all udpc probes. In profiling probes it is the number
/// of a block.
static constexpr uint64_t OurIndex = 0x75647063; // "udpc"

static uint64_t hashOf(const Probe &P) {
  return xxh3_64bits(("udpc" + Twine(P.What) + "\n" + P.Name + "\n" + P.File +
                      "\n" + Twine(P.Line) + ":" + Twine(P.Column) + "\n" +
                      P.Function)
                         .str());
}

// The operands of a node: hash, kind, name, file, line, column, function, base,
// sources.
static MDNode *nodeOf(LLVMContext &C, uint64_t Hash, const Probe &P) {
  auto Number = [&](uint64_t N) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(C), N));
  };
  return MDNode::get(C,
                     {Number(Hash), Number(P.What), MDString::get(C, P.Name),
                      MDString::get(C, P.File), Number(P.Line),
                      Number(P.Column), MDString::get(C, P.Function),
                      MDString::get(C, P.Base), MDString::get(C, P.Sources)});
}

void udpc::addProbes(Module &M, const std::vector<ProbePoint> &Points) {
  if (Points.empty())
    return;
  NamedMDNode *All = M.getOrInsertNamedMetadata(ProbesName);
  std::map<uint64_t, bool> Known;
  for (const ProbePoint &P : Points) {
    uint64_t Hash = hashOf(P.What);
    if (Known.try_emplace(Hash, true).second)
      All->addOperand(nodeOf(M.getContext(), Hash, P.What));
    IRBuilder<> B(P.Before);
    // Without a location, the line table is unchanged.
    B.SetCurrentDebugLocation(DebugLoc());
    B.CreateIntrinsic(Intrinsic::pseudoprobe, {},
                      {B.getInt64(Hash), B.getInt64(OurIndex), B.getInt32(0),
                       B.getInt64(PseudoProbeFullDistributionFactor)});
  }
}

Probes::Probes(const Module &M) {
  const NamedMDNode *All = M.getNamedMetadata(ProbesName);
  if (!All)
    return;
  for (const MDNode *Node : All->operands()) {
    if (Node->getNumOperands() != 9)
      continue;
    auto Number = [&](unsigned I) -> uint64_t {
      auto *N = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(I));
      return N ? N->getZExtValue() : 0;
    };
    auto Text = [&](unsigned I) {
      auto *S = dyn_cast_or_null<MDString>(Node->getOperand(I));
      return S ? S->getString().str() : std::string();
    };
    ByHash.insert(
        {Number(0), Probe{static_cast<Probe::Kind>(Number(1)), Text(2), Text(3),
                          unsigned(Number(4)), unsigned(Number(5)), Text(6),
                          Text(7), Text(8)}});
  }
}

std::vector<MachineProbe> Probes::take(MachineFunction &MF) const {
  std::vector<MachineProbe> Result;
  if (ByHash.empty())
    return Result;
  std::vector<MachineInstr *> Ours;
  for (MachineBasicBlock &MBB : MF) {
    size_t Waiting = Result.size();
    for (MachineInstr &MI : MBB) {
      if (MI.isPseudoProbe() &&
          MI.getOperand(1).getImm() == static_cast<int64_t>(OurIndex)) {
        auto It = ByHash.find(MI.getOperand(0).getImm());
        if (It == ByHash.end())
          continue;
        Ours.push_back(&MI);
        Result.push_back({&It->second, &MBB, nullptr});
      } else if (!MI.isDebugInstr() && !MI.isPseudoProbe()) {
        for (; Waiting != Result.size(); ++Waiting)
          Result[Waiting].Before = &MI;
      }
    }
  }
  for (MachineInstr *MI : Ours)
    MI->eraseFromParent();
  return Result;
}
