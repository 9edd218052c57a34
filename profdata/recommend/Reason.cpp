//===- Reason.cpp - Reasons of verdicts -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/Reason.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

StringRef udpc::recommendVerdictWord(RecommendVerdict Verdict) {
  switch (Verdict) {
  case RecommendVerdict::Chase:
    return "chase";
  case RecommendVerdict::Branch:
    return "branch";
  case RecommendVerdict::Apart:
    return "apart";
  case RecommendVerdict::Chain:
    return "chain";
  case RecommendVerdict::Burst:
    return "burst";
  case RecommendVerdict::Indirect:
    return "indirect";
  case RecommendVerdict::Called:
    return "called";
  case RecommendVerdict::NoKey:
    return "no-key";
  case RecommendVerdict::NotInLoop:
    return "not-in-loop";
  case RecommendVerdict::NoStride:
    return "no-stride";
  case RecommendVerdict::Prefetched:
    return "prefetched";
  case RecommendVerdict::Overlapped:
    return "overlapped";
  case RecommendVerdict::Stored:
    return "stored";
  case RecommendVerdict::Minor:
    return "minor";
  case RecommendVerdict::Library:
    return "library";
  }
  llvm_unreachable("there are no others");
}

/// Returns "192 bytes", "multiples of 192 bytes", or "two strides in turn,
/// together 4096 bytes".
static std::string strideText(const StridePattern &P) {
  std::string Bytes = std::to_string(P.Stride) + " bytes";
  switch (P.Shape) {
  case StridePattern::Multiples:
    return "multiples of " + Bytes;
  case StridePattern::Alternating:
    return "two strides in turn, together " + Bytes;
  default:
    return Bytes;
  }
}

/// Returns the distance and the reason for it.
static std::string distanceText(const ReasonFacts &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (int64_t Delta : F.Distance.Deltas)
    OS << (Delta == F.Distance.Deltas.front()  ? ""
           : Delta == F.Distance.Deltas.back() ? " and "
                                               : ", ")
       << format("%.0f", Delta / F.Pattern.Mean);
  OS << " misses ahead: ";
  switch (F.Distance.Limit) {
  case DistanceLimit::Sets:
    OS << "the nearest cache holds no more lines at this stride";
    break;
  case DistanceLimit::Run:
    OS << format("the stride breaks after %.0f", F.Pattern.RunLength);
    break;
  case DistanceLimit::Lines:
  case DistanceLimit::Latency:
    OS << (F.Operation.LoopCalls ? "at least " : "")
       << format("%.0f instructions from miss to miss",
                 workPerMiss(F.Operation));
    break;
  }
  return Text;
}

static std::string burstText(const Candidate &C) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "misses near those of " << C.Leader->Key.shortText()
     << ", which is there first: fetches " << llvm::popcount(C.Leader->Lines)
     << " lines from there";
  return Text;
}

/// Returns "; LL miss, 100 ns, t0 because ...".
static std::string levelText(const ReasonFacts &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "; " << (F.Cost.isBeyondLL() ? "LL" : "L2")
     << format(" miss, %.0f ns", F.Cost.latency());
  if (F.Cost.isBeyondLL() && F.Cost.WalkNs >= 1)
    OS << format(" with %.0f for the page", F.Cost.WalkNs);
  if (!F.WhyType.empty())
    OS << ", " << F.WhyType;
  return Text;
}

static std::string overlapText(const ReasonFacts &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (F.Overlapping.InWindow < 1)
    OS << "too far apart to overlap";
  else
    OS << format("%.0f misses fit into the window, too few for the %.0f that "
                 "the processor can wait for",
                 F.Overlapping.InWindow, F.Options.Processor.LinesInFlight);
  return Text;
}

static std::string textOf(RecommendVerdict Verdict, const ReasonFacts &F) {
  const Candidate &C = F.Operation;
  std::string Text;
  raw_string_ostream OS(Text);
  switch (Verdict) {
  case RecommendVerdict::Chase:
    OS << "the next address waits for it, " << strideText(F.Pattern)
       << " further; " << distanceText(F);
    break;
  case RecommendVerdict::Branch:
    OS << "a branch waits for it that cannot be predicted, steps of "
       << strideText(F.Pattern) << "; " << distanceText(F);
    break;
  case RecommendVerdict::Apart:
    OS << overlapText(F) << ", steps of " << strideText(F.Pattern) << "; "
       << distanceText(F);
    break;
  case RecommendVerdict::Chain:
    OS << "a chain of " << C.ChainCycles
       << " cycles an iteration waits for it: " << overlapText(F)
       << ", steps of " << strideText(F.Pattern) << "; " << distanceText(F);
    break;
  case RecommendVerdict::Burst:
    OS << burstText(C);
    break;
  case RecommendVerdict::Indirect:
    OS << "no delta leads to what is next, but the loop may load its address "
       << format("%.0f", indirectAhead(
                             C, instructionsInMiss(F.Cost.latency(), F.Options),
                             F.Options))
       << " iterations ahead; "
       << (C.FeedsAddress ? "another address waits for it"
           : isUndecided(C, F.Options)
               ? "a branch waits for it that cannot be predicted"
               : overlapText(F));
    break;
  case RecommendVerdict::Called:
    OS << "the loop that calls " << (C.IsLibrary ? C.Function : "its function")
       << " at " << C.CalledIn->Key.shortText()
       << format(" may load the address %.0f",
                 indirectAhead(C,
                               instructionsInMiss(F.Cost.latency(), F.Options),
                               F.Options))
       << " iterations ahead; "
       << (C.CalledIn->HasPaths ? "the function takes one path or another"
                                : overlapText(F));
    break;
  case RecommendVerdict::NoKey:
    OS << "nothing to call it by: code that the compiler has added, or "
          "compiled without -gmlt";
    break;
  case RecommendVerdict::NotInLoop:
    OS << "in no loop of its function: what waits for it is not known";
    break;
  case RecommendVerdict::NoStride:
    OS << "no delta leads to what is next: ";
    if (F.Pattern.Confidence > 0)
      OS << format("the best stride makes up %.0f%%",
                   100 * F.Pattern.Confidence);
    else
      OS << "no stride repeats";
    if (C.FeedsOwnAddress)
      OS << ", and the next address waits for it";
    break;
  case RecommendVerdict::Prefetched:
    OS << "the processor's prefetcher has it, steps of "
       << strideText(F.Pattern);
    break;
  case RecommendVerdict::Overlapped:
    OS << "nothing waits for it: the processor overlaps these misses itself";
    break;
  case RecommendVerdict::Stored:
    OS << "nothing waits for a store";
    break;
  case RecommendVerdict::Minor:
    OS << MinorReason;
    break;
  case RecommendVerdict::Library:
    OS << C.Function << ", a library function, which has no keys: "
       << (C.hasLongCalls() ? "the processor's prefetcher follows such ranges"
           : C.Key.Frames.empty() ? "no line has half of its calls"
                                  : "most calls are in no loop");
    break;
  }
  return Text;
}

std::string udpc::reasonFor(RecommendVerdict Verdict, const ReasonFacts &F) {
  std::string Text = textOf(Verdict, F);
  switch (Verdict) {
  case RecommendVerdict::Chase:
  case RecommendVerdict::Branch:
  case RecommendVerdict::Apart:
  case RecommendVerdict::Chain:
  case RecommendVerdict::Burst:
  case RecommendVerdict::Indirect:
  case RecommendVerdict::Called:
    return Text + levelText(F);
  default:
    return Text;
  }
}
