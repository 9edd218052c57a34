//===- ExpectedTimes.cpp - Expected numbers of executions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/placement/ExpectedTimes.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

ExpectedTimes udpc::findExpectedTimes(const MachineFunction &MF,
                                      ArrayRef<Segment> Segments,
                                      ArrayRef<CriticalEdge> Edges,
                                      const MachineLoopInfo &Loops) {
  MachineBranchProbabilityInfo Probabilities;
  MachineBlockFrequencyInfo Frequencies(MF, Probabilities, Loops);
  auto TimesOfEdge = [&](const MachineBasicBlock &From,
                         const MachineBasicBlock &To) {
    return Probabilities.getEdgeProbability(&From, &To)
        .scale(Frequencies.getBlockFreq(&From).getFrequency());
  };
  ExpectedTimes Result;
  const Segment *Before = nullptr;
  for (const Segment &S : Segments) {
    uint64_t Times;
    if (S.NumNops) {
      Times = TimesOfEdge(*std::prev(S.Block->getIterator()), *S.Block);
    } else if (Before && Before->Block == S.Block) {
      // Scale by the frequency that has not left the block yet.
      BranchProbability Left = BranchProbability::getZero();
      for (unsigned To : Before->Successors)
        if (Segments[To].Block != S.Block)
          Left += Probabilities.getEdgeProbability(S.Block, Segments[To].Block);
      Times = Left.getCompl().scale(Result.Segments.back());
    } else {
      Times = Frequencies.getBlockFreq(S.Block).getFrequency();
    }
    Result.Segments.push_back(Times);
    Before = &S;
  }
  for (const CriticalEdge &E : Edges)
    Result.Edges.push_back(
        TimesOfEdge(*Segments[E.From].Block, *Segments[E.To].Block));
  return Result;
}
